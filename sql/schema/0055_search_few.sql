-- Partner search among few partners (docs/search.md): feedback and the likeness of letters take the best ten and thirty for what is sought, which in a
-- community of sixty they are not.

-- As before; both count by the number of partners: half of 100, nine tenths of 900.
create or replace function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, own float8, alike float8) language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
    keep int;                       -- scored exactly, and thrice as many when postings stay unread; the same for every limit, so that a longer page begins like a shorter one
    budget int;                     -- postings that are read; as keep, less than before of few partners: it finds all that matters there
    communities int[];
    mine int[];
    listed float8;
    mean float8;
    feedback boolean;
    k1 float8;
    asked record;                   -- of the query's words and what they brought; sorted by term, as search_doc's are: `&` finds what both have
    found int[];
    many float8;                    -- how far feedback and likeness count: of sixty partners most of the best ten or thirty are about something else
    letters float8;                 -- what their likeness may add, of the best score
    spelled int[];
begin
    select least(3500 + s.docs / 7, 30000), least(66 + s.docs / 2500, 160), array(select m.community::int from community_member m where m.company = caller order by 1),
           array(select d.id from search_doc d where d.company = caller), s.docs, s.mean_name + s.mean_tags + s.mean_text, p.feedback, p.k1,
           s.docs / (s.docs + 100.0), p.letters
      into budget, keep, communities, mine, listed, mean, feedback, k1, many, letters
      from search_state s, search_tuning(s.mean_text) p;
    with used as materialized (
        select u.*, u.weight * u.idf as gives from search_understand(query) u
    ), term as (
        select u.*, dense_rank() over (order by u.means) as concept,
               coalesce(max(u.gives) filter (where u.lexeme = u.means) over (partition by u.means), max(u.gives) over (partition by u.means)) as heft
          from used u where u.df > 0
    )
    select array_agg(t.term) as terms, sum(t.weight) as own_weights, array_agg(t.gives) as weighing, array_agg(t.form) as written,
           array_agg(t.concept::int) as concepts,              -- of each, the number of the word that it is a way of saying, what that weighs, and its share in it
           array_agg(t.heft) as hefts, array_agg(t.gives / t.heft) as shares,
           array_agg(t.term) filter (where t.origin <> 'role word') as finding,            -- role words find nobody
           array_agg(t.gives) filter (where t.origin <> 'role word') as finding_weights,
           (select max(u.near::text)::tsquery from used u) as near, (select max(u.weight) from used u where u.near is not null) as near_weight
      into asked
      from (select * from term order by term.term) t;
    if asked.terms is null then
        return query select n.company, n.department, n.place, 0::float8, 0::float8, 0::float8 from search_names(caller, query, wanted) n;
        return;
    end if;
    letters := letters * many;
    found := search_found(communities, mine, asked.finding, asked.finding_weights, budget, keep);
    spelled := case when letters > 0 then search_pieces(search_text(query)) end;
    return query
        with found_best as materialized (
            select d.id, d.company, d.department, d.terms, d.impacts
              from search_doc d
             where d.id = any (found)
             order by (select sum((asked.weighing)[idx(asked.terms, t.term)] * d.impacts[idx(d.terms, t.term)])
                         from (select unnest(d.terms & asked.terms) as term offset 0) t) desc, d.company, d.department nulls first limit 60
        ), scored as materialized (
            select f.id, f.company, f.department, f.terms, f.impacts, s.pieces, x.score + coalesce(asked.near_weight * search_near(s.words, asked.near), 0) as score
              from found_best f join search_source s on s.doc = f.id
             cross join lateral (select sum(c.heft * c.said * (k1 + 1) * c.times / (c.times + k1)) as score
                                   from (select min((asked.hefts)[t.at]) as heft, max(search_said(s.forms, (asked.written)[t.at])) as said,
                                                sum((asked.shares)[t.at] * search_times(f.impacts[idx(f.terms, t.term)], k1)) as times
                                           from (select u.term, idx(asked.terms, u.term) as at
                                                   from (select unnest(f.terms & asked.terms) as term offset 0) u offset 0) t
                                          group by (asked.concepts)[t.at]) c) x
        ), best as materialized (
            select s.terms, s.impacts, s.score, s.score / sum(s.score) over () / (select sum(u.i) from (select unnest(s.impacts) as i offset 0) u) as share
              from (select * from scored order by scored.score desc, scored.company, scored.department nulls first limit 10) s where feedback
        ), shared as (
            select u.term, sum(u.share * u.impact) as weight
              from (select b.share, unnest(b.terms) as term, unnest(b.impacts) as impact from best b) u group by 1 order by 2 desc, 1 limit 30
        ), added as materialized (
            select array_agg(a.term) as terms, array_agg(a.weight / a.total * search_idf(a.df, a.common, listed, mean)) as weights,
                   (select 0.4 * many * (min(b.score) / max(b.score)) ^ 2 from best b having count(*) = 10) as trust
              from (select x.term, x.weight, x.total, t.df, t.common
                      from (select shared.term, shared.weight, sum(shared.weight) over () as total from shared) x join search_term t on t.id = x.term
                     order by x.term) a
        ), piece as (
            select unnest(l.pieces & spelled) as piece, l.id
              from (select s.id, s.pieces from scored s where letters > 0 order by s.score desc, s.company, s.department nulls first limit 30) l
        ), likeness as (
            select h.id, sum(h.weight * h.weight) / max(sum(h.weight * h.weight)) over () as alike
              from (select unnest(g.ids) as id, g.weight
                      from (select array_agg(p.id) as ids, ln((least((select count(*) from scored), 30) + 1)::float8 / (count(*) + 0.5)) as weight
                              from piece p group by p.piece offset 0) g) h
             group by 1
        ), final as (
            select r.company, r.department, r.own, r.alike, round((r.own + r.given + r.alike) * 1000000) / 1000000 as score
              from (select s.company, s.department, x.own, x.given, coalesce(letters * max(x.own + x.given) over () * l.alike, 0) as alike
                      from scored s cross join added left join likeness l on l.id = s.id
                     cross join lateral (select case when feedback then (1 - coalesce(added.trust, 0)) / asked.own_weights else 1 end * s.score as own,
                                                coalesce(added.trust * (select sum(added.weights[idx(added.terms, u.term)] * s.impacts[idx(s.terms, u.term)])
                                                                          from (select unnest(s.terms & added.terms) as term offset 0) u), 0) as given offset 0) x) r
        )
        select f.company, f.department, row_number() over (order by f.score desc, f.company, f.department nulls first), f.score, f.own, f.alike
          from (select * from final order by final.score desc, final.company, final.department nulls first limit wanted) f order by 3;
end $$;
