-- ctl_search_explain: the results of a search for a user, and what each word contributes to each result.
-- binds: arg.query, arg.as, arg.limit
with searcher as (select company from account where username = $2),
query_word as (
    select t.*, t.weight * t.idf as counts, t.lexeme || case t.kind when 'word' then '' else ' (' || t.kind || coalesce(' of ' || t.origin, '') || ')' end as shown
      from search_terms($1) t
), together as (
    select t.* from (select array_agg(lexeme) as lexemes, array_agg(counts) as weights from query_word where df > 0 and form is not null) w,
                    search_together(w.lexemes, w.weights) t
), hit as (
    select f.*, d.terms, d.impacts, s.words, s.forms
      from searcher cross join lateral search_partners(searcher.company, $1, coalesce($3::int, 10)) f
      join search_doc d on d.company = f.company and d.department is not distinct from f.department
      join search_source s on s.doc = d.id
), line as (
    select 0 as n, null::bigint as place, 'the query' as partner, null::numeric as score,
           coalesce(nullif(concat_ws('; ',
               (select string_agg(shown || ' in ' || df, ', ' order by df, lexeme) from query_word where df > 0),
               (select 'nobody uses ' || string_agg(lexeme, ', ' order by lexeme) from query_word where df = 0)), ''),
             'nothing but stop words and role words') || case when exists (select from query_word where df > 0) then '' else ': searched as a name' end as why
    union all
    select 1, f.place, c.name || coalesce(' – ' || d.name, ''), f.score::numeric(12, 4),
           concat_ws(', ', case when f.named then 'its name' end,
                     (select string_agg(x.lexeme || ' ' || x.gives::numeric(12, 4), ', ' order by x.gives desc, x.lexeme)
                        from (select a.lexeme, a.counts * f.impacts[idx(f.terms, a.term)] * search_said(f.forms, a.form) as gives
                                from query_word a where a.df > 0 and idx(f.terms, a.term) > 0 and (a.whole is null or f.words @@ a.whole)
                              union all
                              select 'near each other', t.weight * search_near(f.words, t.words) from together t) x
                       where x.gives > 0))
      from hit f join company c on c.id = f.company left join department d on d.id = f.department
)
select case when not exists (select from searcher) then 'as: there is no user ' || $2 end as refusal,
       place, partner, score, why, json_build_object('place', place, 'partner', partner, 'score', score, 'why', why) as json
  from line where exists (select from searcher) or n = 0 order by n, place;
