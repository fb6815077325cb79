-- me: the caller, with its company and role.
-- outcomes: ok, not-modified, unauthenticated
-- with: caller
, version as (
    select caller.id, concat(caller.id, '-', micros(caller.updated_at), '-', micros(caller.company_updated_at)) as etag,
           concat('{"company":', (select row_to_json(x)::text
                                    from (select caller.company as "id", caller.company_name as "name", caller.description, caller.domain) x),
                  ',"user":', caller.rendered, ',"role":"', caller.role, '"}') as body
      from caller
)
-- piece: answer
