-- partner_find: companies and departments whose name matches the term, best first: exact, prefix, word, substring, close spelling.
-- Punctuation is literal. Every word of the term must match in the company's or the department's name.
-- binds: path.searchTerm
-- outcomes: ok, unauthenticated
-- with: caller
, hit as (select f.* from caller, search_names(caller.company, $1, 200) f),
-- piece: search_result
select case when exists (select from caller) then 'ok' else 'unauthenticated' end as outcome,
       '[' || coalesce((select string_agg(row, ',' order by place) from search_result), '') || ']' as body
