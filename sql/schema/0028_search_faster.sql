-- Partner search understands faster (docs/search.md): what a query runs many times keeps its plan, and looks words up one by one. And the first change after
-- many is as quick as any.

-- ---------------------------------------------------------------- understanding

-- As before; plpgsql keeps the plans, which SQL made anew at every call.
create or replace function search_keys(word text, most int) returns text[] language plpgsql immutable parallel safe as $$
declare
    keys text[] := array(select word union select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) i);
begin
    if most = 2 then
        keys := array(select unnest(keys)
                      union
                      select left(word, i - 1) || substr(word, i + 1, j - i - 1) || substr(word, j + 1)
                        from generate_series(1, length(word)) i, generate_series(i + 1, length(word)) j);
    end if;
    return keys;
end $$;

-- Whether one mistake at most lies between two words: what search_edits would count, for less.
create function search_slip(one text, other text) returns boolean language plpgsql immutable parallel safe as $$
declare
    plain int := levenshtein_less_equal(one, other, 2);
begin
    if plain <> 2 or length(one) <> length(other) then
        return plain < 2;
    end if;
    for i in 1 .. length(one) - 1 loop          -- two neighbours swapped count two there
        if substr(one, i, 1) <> substr(other, i, 1) then
            return overlay(one placing substr(one, i + 1, 1) || substr(one, i, 1) from i for 2) = other;
        end if;
    end loop;
    return false;
end $$;

-- What a word that nobody uses was meant to be, likeliest first, and how likely beside the first: one edit or swap away, written or stemmed; two for
-- eight letters and more. A three letter word has lost one. Words that queries are made of are as frequent as one partner in twenty uses them.
create or replace function search_repair(typed text, out meant text[], out likely float8[], out counts float8[]) language plpgsql stable parallel safe as $$
declare
    stem text := coalesce((tsvector_to_array(to_tsvector('search_words', typed)))[1], typed);
    short boolean := length(typed) < 4;
    listed int := (select docs from search_state);
begin
    select array_agg(b.word order by b.p desc, b.word), array_agg(b.p / b.best order by b.p desc, b.word),
           array_agg(b.df order by b.p desc, b.word) into meant, likely, counts
      from (select a.word, a.p, a.df, max(a.p) over () as best, row_number() over (order by a.p desc, a.word) as n
              from (select distinct on (c.root) c.word, c.p, c.df
                      from (select x.word, x.df, coalesce((tsvector_to_array(to_tsvector('search_words', x.word)))[1], x.word) as root,
                                   (x.df + 1) * exp(4 * similarity(x.word, x.near)) * case when left(x.word, 1) <> left(typed, 1) then 0.05 else 1 end
                                   * case when length(x.word) = length(x.near) and levenshtein(x.word, x.near) = 2 then 2 else 1 end * x.trust as p
                              from (select k.word, v.df + case when v.fixed then listed / 20 else 0 end as df, typed as near, 1.0 as trust
                                      from (select distinct d.word
                                              from unnest(search_keys(typed, 1)) k (key)
                                             cross join lateral (select s.word from search_deletion s where s.key = k.key offset 0) d) k
                                     cross join lateral (select w.df, w.fixed from search_word w where w.word = k.word offset 0) v
                                     where (not short or length(k.word) > 3) and search_slip(k.word, typed)
                                    union all
                                    select k.term, t.df, k.near, 0.03
                                      from (select distinct u.near, d.term
                                              from unnest(case when stem = typed then array[typed] else array[typed, stem] end) u (near)
                                             cross join unnest(search_keys(u.near, 1)) k (key)
                                             cross join lateral (select s.term from search_stem s where s.key = k.key offset 0) d) k
                                     cross join lateral (select w.df from search_term w where w.term = k.term offset 0) t
                                     where not short and search_slip(k.term, k.near)) x) c
                     order by c.root, c.p desc, c.word) a) b
     where b.n <= 3 and b.p >= 0.15 * b.best;
    if meant is null and length(typed) >= 8 then
        select array[v.word], array[1.0], array[v.df] into meant, likely, counts from search_word v
         where v.word % typed and left(v.word, 1) = left(typed, 1) and v.word !~ '[0-9]' and search_edits(v.word, typed) <= 2
         order by search_edits(v.word, typed), ln(v.df + 1) + 2 * similarity(v.word, typed) desc, v.word limit 1;
    end if;
end $$;

-- ---------------------------------------------------------------- finding

-- The documents that a closer look is worth: those whose postings, of about so many as `budget` says, give most; `keep` of them, or thrice as many when
-- something stays unread. Which postings are read is the same as asking for all whose weight times level is above some bound: what remains unread of any
-- term could add less than that.
create or replace function search_found(communities int[], mine int[], terms int[], weights float8[], budget int, keep int) returns int[]
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
declare
    read_terms int[];
    read_weights float8[];
    least smallint[];               -- of each, the lowest level that is read
    reach int;
    enough float8;                  -- so much as one posting has that `reach` documents have: who has less is not among the best
begin
    with level as materialized (
        select s.community, s.term, u.weight, s.level, s.docs, u.weight * s.level as gives
          from unnest(terms, weights) u (term, weight) cross join unnest(communities) c (community)
          join search_level s on s.community = c.community and s.term = u.term
    ), read as (
        select r.term, r.weight, min(r.level) filter (where r.before < budget) as least, bool_or(r.before >= budget) as unread
          from (select l.term, l.weight, l.level, sum(sum(l.docs)) over (order by l.gives desc, l.term) - sum(l.docs) as before
                  from level l group by l.term, l.weight, l.level, l.gives) r
         group by 1, 2
    ), whole as (
        select array_agg(r.term) as terms, array_agg(r.weight) as weights, array_agg(r.least) as least,
               case when bool_or(r.unread) then 3 * keep else keep end + cardinality(mine) as reach
          from read r where r.least is not null or r.unread
    )
    select w.terms, w.weights, w.least, w.reach,
           (select max(x.gives) from (select l.gives, sum(l.docs) over (partition by l.community, l.term order by l.level desc) as upto from level l) x
             where x.upto >= w.reach)
      into read_terms, read_weights, least, reach, enough from whole w;
    enough := coalesce(enough, 0) * 0.999999;
    if cardinality(communities) = 1 then
        return array(
            select f.doc
              from (select p.doc, sum(p.weight) as score
                      from (select unnest(b.docs) as doc, u.weight * b.level as weight
                              from unnest(read_terms, read_weights, least) u (term, weight, least)
                              join search_block b on b.community = communities[1] and b.term = u.term and b.level >= u.least) p
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
-- allows (few partners: all), then scores what that found exactly. The best 60 of that get a closer look: whether words stand as they were asked for, and
-- near each other. Where descriptions are long, what the ten best share counts as well (RM3), the more the less the first of them stands out. `own`: what
-- the query's own words gave.
create or replace function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, own float8) language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
    budget int := 16000;
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

-- ---------------------------------------------------------------- upkeep

-- Everything anew, from the tables alone.
create or replace function search_rebuild() returns int language plpgsql set search_path = collab as $$
begin
    perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
    delete from search_block;
    delete from search_level;
    delete from search_name_deletion;
    delete from search_name;
    delete from search_source;
    delete from search_doc;
    delete from search_term;
    delete from search_deletion;
    delete from search_word where not fixed;
    update search_word set df = 0;
    insert into search_deletion select k, word from search_word, unnest(search_keys(word, 1)) k where length(word) <= 24 and word !~ '[0-9]';
    update search_state set docs = 0, names = 0, tags = 0, texts = 0;
    perform search_index(null);
    truncate search_work;                   -- the next change would read past all that
    return (select docs from search_state);
end $$;

-- Its argument: the column that says whose rows these are.
create or replace function search_follow() returns trigger language plpgsql set search_path = collab as $$
declare
    companies bigint[];
begin
    if tg_op <> 'DELETE' then
        execute format('select array(select distinct %I from new_rows)', tg_argv[0]) into companies;
    end if;
    if tg_op <> 'INSERT' then
        execute format('select $1 || array(select distinct %I from old_rows)', tg_argv[0]) using companies into companies;
    end if;
    if companies <> '{}' then
        perform search_index(companies);
        if cardinality(companies) > 100 then
            truncate search_work;           -- the next change would read past all that
        end if;
    end if;
    return null;
end $$;
