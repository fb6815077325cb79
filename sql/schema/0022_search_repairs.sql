-- Partner search asked better (docs/search.md): several repairs of a word instead of one, words of a family, words that stand together.

-- One-letter-out keys of stems, as search_deletion has them of written words: who mistypes "interactively" may mean a word that only ever stands as
-- "interactive". Follows search_term by itself.
create table search_stem (
    key         text not null,
    term        text not null,
    primary key (key, term)
);
create function search_stem_follow() returns trigger language plpgsql set search_path = collab as $$
begin
    if tg_op = 'INSERT' then
        insert into search_stem select k, term from new_rows, unnest(search_keys(term, 1)) k where length(term) between 4 and 24 and term !~ '[0-9]';
    else
        delete from search_stem s using old_rows o, unnest(search_keys(o.term, 1)) k where s.key = k and s.term = o.term;
    end if;
    return null;
end $$;
create trigger search_stem_added after insert on search_term referencing new table as new_rows for each statement execute function search_stem_follow();
create trigger search_stem_removed after delete on search_term referencing old table as old_rows for each statement execute function search_stem_follow();

create index search_term_family on search_term (left(term, 5)) where length(term) >= 5 and term !~ '[0-9]';

-- As before, but the length of a long text counts less.
create or replace function search_tuning(mean_text float8, out w_name float8, out w_tags float8, out w_text float8,
                                         out b_name float8, out b_tags float8, out b_text float8, out k1 float8, out feedback boolean)
language sql immutable parallel safe as $$
    select 1 + 2 * x, 2 - x, 2 - x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 1.2 + 0.4 * x, mean_text >= 40
      from (select least(greatest(ln(mean_text / 8) / ln(10), 0), 1)) t (x)
$$;

drop function search_repair(text);
drop function search_understand(text);

-- What a word that nobody uses was meant to be, likeliest first, and how likely beside the first: one edit or swap away, written or stemmed; two for
-- eight letters and more. A three letter word has lost one. Words that queries are made of are as frequent as one partner in twenty uses them.
create function search_repair(typed text, out meant text[], out likely float8[], out counts float8[]) language plpgsql stable parallel safe as $$
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
                              from (select v.word, v.df + case when v.fixed then listed / 20 else 0 end as df, typed as near, 1.0 as trust
                                      from (select distinct d.word from search_deletion d where d.key = any (search_keys(typed, 1))) k join search_word v using (word)
                                     where not short or length(v.word) > 3
                                    union all
                                    select t.term, t.df, u.near, 0.03
                                      from unnest(case when stem = typed then array[typed] else array[typed, stem] end) u (near)
                                     cross join lateral (select distinct s.term from search_stem s where s.key = any (search_keys(u.near, 1))) k
                                      join search_term t on t.term = k.term
                                     where not short) x
                             where search_edits(x.word, x.near) <= 1) c
                     order by c.root, c.p desc, c.word) a) b
     where b.n <= 3 and b.p >= 0.15 * b.best;
    if meant is null and length(typed) >= 8 then
        select array[v.word], array[1.0], array[v.df] into meant, likely, counts from search_word v
         where v.word % typed and left(v.word, 1) = left(typed, 1) and v.word !~ '[0-9]' and search_edits(v.word, typed) <= 2
         order by search_edits(v.word, typed), ln(v.df + 1) + 2 * similarity(v.word, typed) desc, v.word limit 1;
    end if;
end $$;

-- What a query asks for: its words repaired, stemmed, without role words, with what synonyms and families add. Words that nobody uses have no term.
-- near: rows of two words that are neighbours in the query, and what they are worth where they are neighbours in a text.
create function search_understand(query text) returns table (lexeme text, term int, df int, weight float8, origin text, near tsquery)
language plpgsql stable as $$
declare
    typed text;
    meant text[];
    likely float8[];
    counts float8[];
    used int;
    known boolean;
    doubt float8;
    words text[] := '{}';
    changes text[] := '{}';
    others text[] := '{}';
    other_weights float8[] := '{}';
    plain text;
    vector tsvector;
    listed float8 := (select docs from search_state);
begin
    foreach typed in array string_to_array(btrim(search_text(query)), ' ') loop
        meant := null;
        if length(typed) between 3 and 40 and typed !~ '[0-9]' then
            vector := to_tsvector('search_words', typed);
            if vector <> '' then
                used := coalesce((select max(t.df) from search_term t where t.term = any (tsvector_to_array(vector))), 0);
                known := exists (select from search_known k where k.stem = any (tsvector_to_array(vector)))
                         or exists (select from search_word v where v.word = typed and v.fixed);
                if used <= 20 then
                    select r.meant, r.likely, r.counts into meant, likely, counts from search_repair(typed) r;
                end if;
            end if;
        end if;
        if meant is not null and used = 0 and not known then
            words := words || meant[1];
            changes := changes || array[typed, meant[1]];
            for i in 2 .. cardinality(meant) loop
                others := others || meant[i];
                other_weights := other_weights || 0.7 * likely[i];
            end loop;
        else
            words := words || typed;
            for i in 1 .. coalesce(cardinality(meant), 0) loop
                doubt := counts[i] / (counts[i] + 30 * known::int + 5 * used);
                if doubt >= 0.2 then
                    others := others || meant[i];
                    other_weights := other_weights || doubt;
                end if;
            end loop;
        end if;
    end loop;
    words := array(select w from unnest(words) with ordinality u (w, n) where not exists (select from search_role_word r where r.word = w) order by n);
    plain := ' ' || array_to_string(words, ' ') || ' ';
    return query
        with own as materialized (
            select u.lexeme, cardinality(u.positions)::float8 as weight, u.positions::int[] as places, t.id, coalesce(t.df, 0) as df,
                   ln(1 + (listed - coalesce(t.df, 0) + 0.5) / (coalesce(t.df, 0) + 0.5)) as idf
              from unnest(to_tsvector('search_words', plain)) u left join search_term t on t.term = u.lexeme
             where not exists (select from search_role_word r where tsvector_to_array(to_tsvector('search_words', r.word)) = array[u.lexeme])
        ), widened as materialized (
            select x.lexeme, max(y.weight) as weight, min(y.phrase) as origin
              from (select s.meaning, 'synonym of ' || s.phrase, s.weight::float8 from search_synonym s where strpos(plain, ' ' || s.phrase || ' ') > 0
                    union all
                    select s.phrase, 'synonym of ' || s.meaning, s.weight from search_synonym s where strpos(plain, ' ' || s.meaning || ' ') > 0
                    union all
                    select w, 'perhaps meant', p from unnest(others, other_weights) o (w, p)
                     where not exists (select from search_role_word r where r.word = w)) y (meaning, phrase, weight)
             cross join lateral unnest(to_tsvector('search_words', y.meaning)) x
             group by 1
        ), family as (
            select t.term as lexeme, max(0.3 * o.weight * least(1, o.idf / ln(1 + (listed - t.df + 0.5) / (t.df + 0.5)))) as weight,
                   min('family of ' || o.lexeme) as origin
              from own o
             cross join lateral (select f.term, f.df from search_term f
                                  where length(o.lexeme) >= 5 and left(f.term, 5) = left(o.lexeme, 5) and length(f.term) >= 5 and f.term !~ '[0-9]' and f.term <> o.lexeme
                                    and left(f.term, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                        = left(o.lexeme, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                  order by f.df desc, f.term limit 3) t
             group by 1
        ), more as (
            select m.lexeme, max(m.weight) as weight, min(m.origin) as origin from (select * from widened union all select * from family) m
             where not exists (select from own where own.lexeme = m.lexeme)
             group by 1
        )
        select o.lexeme, o.id, o.df, o.weight,
               case when o.lexeme = any (array(select unnest(tsvector_to_array(to_tsvector('search_words', m))) from unnest(changes) m))
                    then 'repaired' else 'word' end, null::tsquery
          from own o
        union all
        select m.lexeme, t.id, t.df, m.weight, m.origin, null from more m join search_term t on t.term = m.lexeme
        union all
        (select a.lexeme || ' ' || b.lexeme, null, null, 0.15 * (a.idf + b.idf) / 2, 'neighbours',
                format('%1$L <-> %2$L | %1$L <2> %2$L | %2$L <-> %1$L | %2$L <2> %1$L', a.lexeme, b.lexeme)::tsquery
           from own a join own b on b.lexeme <> a.lexeme and a.df > 0 and b.df > 0
          where exists (select from unnest(a.places) x, unnest(b.places) y
                         where y - x between 1 and 2 and not exists (select from own c where c.df > 0 and x + 1 = any (c.places) and x + 1 < y))
          order by 4 desc, 1 limit 8);
end $$;

-- Partners by what they do, best first. A caller reads the postings of his own communities only: as many of each term, best first, as the budget
-- allows (few partners: all), then scores what that found exactly; neighbours in the query that are neighbours in a text count once more. Where
-- descriptions are long, what the ten best share counts as well (RM3), the more the less the first of them stands out. `own`: what the query's own
-- words gave.
create or replace function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, own float8) language plpgsql stable as $$
#variable_conflict use_column
declare
    budget int := 12000;
    keep int := 100;                -- scored again; the same for every limit, so that a longer page begins like a shorter one
    communities int[] := array(select m.community::int from community_member m where m.company = caller order by 1);
    mine int[] := array(select d.id from search_doc d where d.company = caller);
    listed float8;
    feedback boolean;
    asked int[];
    dfs int[];
    weighing float8[];
    own_weights float8;
    pairs tsquery[];
    pair_weights float8[];
    any_pair tsquery;
    limits int[] := '{}';
    share int;
    heft float8;
    found int[];
begin
    select s.docs, p.feedback into listed, feedback from search_state s, search_tuning(s.mean_text) p;
    with u as materialized (
        select u.*, ln(1 + (listed - u.df + 0.5) / (u.df + 0.5)) as idf from search_understand(query) u
    )
    select o.asked, o.dfs, o.total, o.weighing, p.qs, p.weights, p.whole into asked, dfs, own_weights, weighing, pairs, pair_weights, any_pair
      from (select array_agg(u.term order by u.df, u.term) as asked, array_agg(u.df order by u.df, u.term) as dfs, sum(u.weight) as total,
                   array_agg(u.weight * u.idf order by u.df, u.term) as weighing from u where u.df > 0) o,
           (select array_agg(u.near) as qs, array_agg(u.weight) as weights, string_agg(u.near::text, ' | ')::tsquery as whole
              from u where u.near is not null) p;
    if asked is null then
        return query select n.company, n.department, n.place, 0::float8, 0::float8 from search_names(caller, query, wanted) n;
        return;
    end if;
    heft := (select sum(w) from unnest(weighing) w);
    for i in 1 .. cardinality(asked) loop           -- rare words first: what they leave goes to the others, by weight
        share := budget * weighing[i] / heft;
        heft := heft - weighing[i];
        if dfs[i] <= share then
            limits := limits || dfs[i];
            budget := budget - dfs[i];
        else
            limits := limits || greatest(share / greatest(cardinality(communities), 1), 200);
            budget := budget - share;
            keep := 300;
        end if;
    end loop;
    found := array(
        select distinct x.doc
          from (select p.doc, sum(t.weight * p.impact) as score
                  from unnest(asked, weighing, limits) t (term, weight, most) cross join unnest(communities) c (community)
                 cross join lateral (select o.doc, o.impact from search_posting o
                                      where o.community = c.community and o.term = t.term and o.doc <> all (mine)
                                      order by o.impact desc, o.doc desc limit t.most) p
                 group by c.community, p.doc order by 2 desc limit keep * least(cardinality(communities), 5)) x);
    return query
        with scored as materialized (
            select d.id, d.company, d.department, d.terms, d.impacts, x.score + coalesce(y.score, 0) as score
              from search_doc d
             cross join lateral (select sum(t.weight * d.impacts[idx(d.terms, t.term)]) as score
                                   from unnest(asked, weighing) t (term, weight) where idx(d.terms, t.term) > 0) x
              left join lateral (select sum(n.weight) as score
                                   from search_source s cross join unnest(pairs, pair_weights) n (q, weight)
                                  where s.doc = d.id and s.words @@ any_pair and s.words @@ n.q) y on true
             where d.id = any (found)
        ), best as materialized (
            select s.terms, s.impacts, s.score, s.score / sum(s.score) over () / (select sum(i) from unnest(s.impacts) i) as share
              from (select * from scored order by scored.score desc, scored.company, scored.department nulls first limit 10) s where feedback
        ), shared as (
            select u.term, sum(b.share * u.impact) as weight
              from best b cross join lateral unnest(b.terms, b.impacts) u (term, impact) group by 1 order by 2 desc, 1 limit 30
        ), added as materialized (
            select array_agg(a.term) as terms, array_agg(a.weight / a.total * ln(1 + (listed - t.df + 0.5) / (t.df + 0.5))) as weights,
                   (select 0.5 * (min(b.score) / max(b.score)) ^ 4 from best b having count(*) = 10) as trust
              from (select shared.term, shared.weight, sum(shared.weight) over () as total from shared) a join search_term t on t.id = a.term
        ), final as (
            select s.company, s.department, x.own, round((x.own + x.given)::numeric, 6)::float8 as score
              from scored s cross join added
             cross join lateral (select case when feedback then (1 - coalesce(added.trust, 0)) / own_weights else 1 end * s.score as own,
                                        coalesce(added.trust * (select sum(u.weight * s.impacts[idx(s.terms, u.term)])
                                                                  from unnest(added.terms, added.weights) u (term, weight)
                                                                 where idx(s.terms, u.term) > 0), 0) as given offset 0) x
        )
        select f.company, f.department, row_number() over (order by f.score desc, f.company, f.department nulls first), f.score, f.own
          from final f order by 3 limit wanted;
end $$;

select search_rebuild();
