-- me: the caller and the caller's company.
-- outcomes: ok, not-modified, unauthenticated
-- with: caller
, version as (
    select caller.id || '-' || micros(account.updated_at) || '-' || micros(company.updated_at) as etag
      from caller join account on account.id = caller.id join company on company.id = caller.company
), known as (
    select from version where etag = any (string_to_array({request.etags}, ','))
)
select case when not exists (select from version) then 'unauthenticated'
            when exists (select from known)       then 'not-modified'
            else 'ok' end as outcome,
       (select etag from version) as etag,
       case when not exists (select from known) then
       (select '{"company":' || (select row_to_json(x)::text from (select company.id, company.name, company.description, company.domain) x)
               || ',"user":' || caller.rendered || '}'
          from caller join company on company.id = caller.company) end as body
