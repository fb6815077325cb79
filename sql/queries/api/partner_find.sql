-- partner_find: companies and departments with a name like the term, best first: exact, prefix, word, substring, close spelling.
-- Punctuation is literal; every word of the term must match, in the company's name, the department's, or both.
-- binds: path.searchTerm
-- outcomes: ok, unauthenticated
-- with: caller
, hit as (select f.* from caller, search_names(caller.company, $1, 200) f),
-- piece: search_result
select case when exists (select from caller) then 'ok' else 'unauthenticated' end as outcome,
       '[' || coalesce((select string_agg(row, ',' order by place) from search_result), '') || ']' as body
