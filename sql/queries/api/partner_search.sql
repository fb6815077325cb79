-- partner_search: companies and departments by their business, best first (docs/search.md).
-- binds: query.query, query.limit
-- outcomes: ok, unauthenticated
-- with: caller
, hit as (select f.* from caller, search_partners(caller.company, $1, $2::int) f),
-- piece: search_result
select case when exists (select from caller) then 'ok' else 'unauthenticated' end as outcome,
       '[' || coalesce((select string_agg(row, ',' order by place) from search_result), '') || ']' as body
