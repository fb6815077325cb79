-- Partner search: whom a query finds, in which order.

-- A word in the very form of the query counts a quarter more than in another of its stem.
create function search_said(forms int[], form int) returns float8 language sql immutable parallel safe
return case when idx(forms, form) > 0 then 1.25 else 1 end;

-- How near the words of a query are to each other in a text, 0 to 1: every two of them count, the more the fewer words stand between.
create function search_near(words tsvector, near tsquery) returns float8 language sql immutable parallel safe
return ts_rank('{0.6, 0.6, 0.6, 0.6}', words, near);

-- How often a word of this impact stands in a text, by field and length: what search_index had before it saturated.
create function search_times(impact real, k1 float8) returns float8 language sql immutable parallel safe
return impact * k1 / greatest(k1 + 1 - impact, 0.0001);

-- The documents of a block in several communities, each once.
create aggregate search_union(int[]) (sfunc = _int_union, stype = int[]);

-- The documents that a closer look is worth: those whose postings, of about so many as `budget` says, give most; `keep` of them, or thrice as many when
-- something stays unread. Which postings are read is the same as asking for all whose weight times level is above some bound: what remains unread of any
-- term could add less than that. Levels of several communities stand side by side, since the first of those that give the same says what was read before
-- them; and only a term that enough documents have can say what enough is. By generate_subscripts the planner expects thousands of postings, and the table
-- that adds them up begins as large as it will be. Both queries at the end select a few too many and drop the caller's own: asking at each posting would
-- cost more than the postings.
create function search_found(communities int[], mine int[], terms int[], weights float8[], budget int, keep int) returns int[]
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
declare
    read_terms int[];
    read_weights float8[];
    least smallint[];               -- of each, the lowest level that is read
    reach int;
    enough float8;                  -- so much as one posting has that `reach` documents have: who has less is not among the best
begin
    with level as materialized (
        select c.community, u.term, u.weight, s.level, s.docs, u.weight * s.level as gives
          from unnest(terms, weights) u (term, weight) cross join unnest(communities) c (community)
          join search_level s on s.community = c.community and s.term = u.term
    ), read as materialized (
        select r.term, r.weight, min(r.level) as lowest, min(r.level) filter (where r.before < budget) as least, sum(r.docs) as docs
          from (select l.term, l.weight, l.level, l.docs, sum(l.docs) over (order by l.gives desc, l.term rows unbounded preceding) - l.docs as before
                  from level l) r
         group by 1, 2
    ), whole as (
        select array_agg(r.term order by r.term) as terms, array_agg(r.weight order by r.term) as weights, array_agg(r.least order by r.term) as least,
               case when bool_or(r.least is null or r.lowest < r.least) then 3 * keep else keep end + cardinality(mine) as reach
          from read r
    )
    select w.terms, w.weights, w.least, w.reach,
           (select max(x.gives) from (select l.gives, sum(l.docs) over (partition by l.community, l.term order by l.level desc rows unbounded preceding) as upto
                                        from level l where l.term = any (array(select r.term from read r where r.docs >= keep))) x
             where x.upto >= w.reach)
      into read_terms, read_weights, least, reach, enough from whole w;
    enough := coalesce(enough, 0) * 0.999999;
    if cardinality(communities) = 1 then
        return array(
            select f.doc
              from (select p.doc, sum(p.weight) as score
                      from (select unnest(b.docs) as doc, b.weight
                              from (select s.docs, read_weights[i] * s.level as weight      -- once a block, not once a document
                                      from generate_subscripts(read_terms, 1) i
                                     cross join lateral (select b.docs, b.level from search_block b
                                                          where b.community = communities[1] and b.term = read_terms[i] and b.level >= least[i] offset 0) s
                                    offset 0) b) p
                     group by 1 having sum(p.weight) >= enough order by 2 desc, 1 limit reach) f
             where f.doc <> all (mine));
    end if;
    return array(
        select f.doc
          from (select p.doc, sum(p.weight) as score
                  from (select unnest(b.docs) as doc, u.weight * b.level as weight
                          from unnest(read_terms, read_weights, least) u (term, weight, least)
                         cross join lateral (select s.level, search_union(s.docs) as docs
                                               from unnest(communities) c (community)
                                               join search_block s on s.community = c.community and s.term = u.term and s.level >= u.least
                                              group by s.level, s.part) b) p
                 group by 1 having sum(p.weight) >= enough order by 2 desc, 1 limit reach) f
         where f.doc <> all (mine));
end $$;

-- Partners by what they do, best first. A caller reads the postings of his own communities only: those that can count most, as many as the budget
-- allows (few partners: all; with 10,000 of them 6,000 postings found what 16,000 found, and of few partners fewer find all that matters), then scores what
-- that found exactly. The best 60 of that get a closer look: the ways of saying one word count as that one (Pirkola, SIGIR 1998): their occurrences, each by
-- what it weighs beside the word, are added before they saturate. And whether words stand as they were asked for, and near each other. Where descriptions
-- are long, what the ten best share counts as well (RM3), the more the less the first of them stands out. Of the best 30 the likeness of letters counts, too:
-- the pieces of four letters that query and beginning have in common, each by how few of the 30 have it; what has most gets up to a fifth of the best score
-- on top. It needs no figures of how frequent a piece is anywhere, and a piece that all 30 have tells nothing. Feedback and likeness take the best ten and
-- thirty for what is sought, which in a community of sixty they are not: both count by the number of partners, half of 100, nine tenths of 900.
-- `own`: what the query's own words gave; `alike`: what likeness gave.
--
-- What is asked of one row is asked at once, what several arrays have in order is put in order once, and arrays are taken apart in passing instead of being
-- written down as tables. What was asked is a record: of an array in a variable, PL/pgSQL keeps a form for changing it, and each function that reads it gets
-- a copy made for it alone.
create function search_partners(caller bigint, query text, wanted int)
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
