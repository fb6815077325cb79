-- Partner search reads as much as the number of partners asks for (docs/search.md): with 10,000 of them 6,000 postings find what 16,000 found.

-- Partners by what they do, best first. A caller reads the postings of his own communities only: those that can count most, as many as the budget
-- allows (few partners: all), then scores what that found exactly. The best 60 of that get a closer look: whether words stand as they were asked for, and
-- near each other. Where descriptions are long, what the ten best share counts as well (RM3), the more the less the first of them stands out. `own`: what
-- the query's own words gave.
create or replace function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, own float8) language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
    budget int := (select least(5000 + docs / 8, 30000) from search_state); -- of a few, a little finds all that matters
    keep int := 100;                -- scored exactly, and thrice as many when postings stay unread; the same for every limit, so that a longer page begins like a shorter one
    communities int[] := array(select m.community::int from community_member m where m.company = caller order by 1);
    mine int[] := array(select d.id from search_doc d where d.company = caller);
    listed float8;
    mean float8;
    feedback boolean;
    asked int[];                    -- sorted, as search_doc's terms are: `&` finds what both have
    weighing float8[];
    own_weights float8;
    written int[];
    near tsquery;
    near_weight float8;
    found int[];
begin
    select s.docs, s.mean_name + s.mean_tags + s.mean_text, p.feedback into listed, mean, feedback from search_state s, search_tuning(s.mean_text) p;
    select array_agg(u.term order by u.term) filter (where u.df > 0),
           sum(u.weight) filter (where u.df > 0), array_agg(u.weight * u.idf order by u.term) filter (where u.df > 0),
           array_agg(u.form order by u.term) filter (where u.df > 0), max(u.near::text)::tsquery, max(u.weight) filter (where u.near is not null)
      into asked, own_weights, weighing, written, near, near_weight
      from search_understand(query) u;
    if asked is null then
        return query select n.company, n.department, n.place, 0::float8, 0::float8 from search_names(caller, query, wanted) n;
        return;
    end if;
    found := search_found(communities, mine, asked, weighing, budget, keep);
    return query
        with found_best as materialized (
            select d.id, d.company, d.department, d.terms, d.impacts
              from search_doc d
             cross join lateral (select sum(weighing[idx(asked, t.term)] * d.impacts[idx(d.terms, t.term)]) as score
                                   from (select unnest(d.terms & asked) as term offset 0) t) x
             where d.id = any (found) order by x.score desc, d.company, d.department nulls first limit 60
        ), scored as materialized (
            select f.company, f.department, f.terms, f.impacts, x.score + coalesce(near_weight * search_near(s.words, near), 0) as score
              from found_best f join search_source s on s.doc = f.id
             cross join lateral (select sum(weighing[idx(asked, t.term)] * f.impacts[idx(f.terms, t.term)]
                                            * search_said(s.forms, written[idx(asked, t.term)])) as score
                                   from (select unnest(f.terms & asked) as term offset 0) t) x
        ), best as materialized (
            select s.terms, s.impacts, s.score, s.score / sum(s.score) over () / (select sum(i) from unnest(s.impacts) i) as share
              from (select * from scored order by scored.score desc, scored.company, scored.department nulls first limit 10) s where feedback
        ), shared as (
            select u.term, sum(b.share * u.impact) as weight
              from best b cross join lateral unnest(b.terms, b.impacts) u (term, impact) group by 1 order by 2 desc, 1 limit 30
        ), added as materialized (
            select array_agg(a.term order by a.term) as terms,
                   array_agg(a.weight / a.total * search_idf(t.df, t.common, listed, mean) order by a.term) as weights,
                   (select 0.4 * (min(b.score) / max(b.score)) ^ 2 from best b having count(*) = 10) as trust
              from (select shared.term, shared.weight, sum(shared.weight) over () as total from shared) a join search_term t on t.id = a.term
        ), final as (
            select s.company, s.department, x.own, round((x.own + x.given)::numeric, 6)::float8 as score
              from scored s cross join added
             cross join lateral (select case when feedback then (1 - coalesce(added.trust, 0)) / own_weights else 1 end * s.score as own,
                                        coalesce(added.trust * (select sum(added.weights[idx(added.terms, u.term)] * s.impacts[idx(s.terms, u.term)])
                                                                  from (select unnest(s.terms & added.terms) as term offset 0) u), 0) as given offset 0) x
        )
        select f.company, f.department, row_number() over (order by f.score desc, f.company, f.department nulls first), f.score, f.own
          from final f order by 3 limit wanted;
end $$;
