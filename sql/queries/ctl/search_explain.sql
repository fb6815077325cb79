-- ctl_search_explain: what a search answers to a user, and what each word gave each result.
-- binds: arg.query, arg.as, arg.limit
-- refuses
with who as (
    select company from account where username = $2
), asked as (
    select u.*, u.weight * u.idf as gives,
           coalesce(max(u.weight * u.idf) filter (where u.lexeme = u.means and u.df > 0) over (partition by u.means), max(u.weight * u.idf) over (partition by u.means)) as heft
      from search_understand($1) u
), found as (
    select f.*, d.terms, d.impacts, s.words, s.forms
      from who cross join lateral search_partners(who.company, $1, coalesce($3::int, 10)) f
      join search_doc d on d.company = f.company and d.department is not distinct from f.department
      join search_source s on s.doc = d.id
), line as (
    select 0 as n, null::bigint as place, 'the query' as partner, null::numeric as score,
           coalesce(nullif(concat_ws('; ',
               (select string_agg(lexeme || case origin when 'word' then '' else ' (' || origin || ')' end || ' in ' || df, ', ' order by df, lexeme) from asked where df > 0),
               (select 'nobody uses ' || string_agg(lexeme, ', ' order by lexeme) from asked where df = 0)), ''),
             'nothing but stop words and role words') || case when exists (select from asked where df > 0) then '' else ': searched as a name' end as why
    union all
    select 1, f.place, c.name || coalesce(' – ' || d.name, ''), f.score::numeric(12, 4),
           (select concat_ws(', ', string_agg(x.lexeme || ' ' || x.share, ', ' order by x.share desc, x.lexeme),
                             case when f.alike > 0.0001 then 'letters alike ' || f.alike::numeric(12, 4) end,
                             case when f.score - f.own - f.alike > 0.0001 then 'what the best results share ' || (f.score - f.own - f.alike)::numeric(12, 4) end)
              from (select w.lexeme, (f.own * w.share / sum(w.share) over ())::numeric(12, 4) as share
                      from (select t.lexeme, t.heft * max(t.said) over one * (t.k1 + 1) * t.times / (sum(t.times) over one + t.k1) as share     -- as search_partners has it
                              from (select a.lexeme, a.means, a.heft, search_said(f.forms, a.form) as said, p.k1,
                                           a.gives / a.heft * search_times(f.impacts[idx(f.terms, a.term)], p.k1) as times
                                      from asked a cross join search_state s cross join search_tuning(s.mean_text) p
                                     where a.df > 0 and idx(f.terms, a.term) > 0) t
                            window one as (partition by t.means)
                            union all
                            select 'near each other', a.weight * search_near(f.words, a.near) from asked a where a.near is not null) w) x
             where x.share > 0)
      from found f join company c on c.id = f.company left join department d on d.id = f.department
)
select case when not exists (select from who) then 'as: there is no user ' || $2 end as refusal,
       place, partner, score, why, json_build_object('place', place, 'partner', partner, 'score', score, 'why', why) as json
  from line where exists (select from who) or n = 0 order by n, place;
