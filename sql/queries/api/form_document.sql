-- form_document: the form of a document itself.
-- binds: path.documentId
-- outcomes: ok, not-modified, unauthenticated, no-interaction
-- with: caller
, asked as (
    select $1::bigint as id
),
-- piece: form
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from form)   then 'no-interaction'
            when exists (select from known)      then 'not-modified'
            else 'ok' end as outcome,
       (select etag from form) as etag,
       (select body from filled) as body
