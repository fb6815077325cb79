-- early_content_type: a row if the body asks for the contentType application/json, but a node of 0.1.0 is there: it would send the other
-- type, and a receiver that ignores that type would answer 200, so the event would be lost.
early_content_type as (
    select where {body}::json ->> 'contentType' = 'application/json' and exists (select from node where node.id is null)
)
