-- form_document: the form of a document itself.
-- binds: path.documentId
-- outcomes: ok, unauthenticated, no-interaction
-- with: caller
, asked as (
    select $1::bigint as id
),
-- piece: form
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from form)   then 'no-interaction'
            else 'ok' end as outcome,
       (select body from form) as body
