-- Partner search: what a query means. Understanding one runs some dozen statements, each of which would be planned anew at every call, half of its time:
-- hence the generic plans.

-- What a word's occurrence is worth: its idf among the partners that there are and 150 more that are as long and of everyday English.
create function search_idf(df int, common real, docs float8, words float8) returns float8 language sql immutable parallel safe
return ln((docs + 151) / (df + 150 * (1 - exp(-words * common)) + 0.5));

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

-- The two words that one written as one comes apart into, if partners write both: of the places where it may, the one where the less frequent part is most
-- frequent.
create function search_apart(typed text) returns text[] language plpgsql stable parallel safe as $$
begin
    return (select array[a.word, b.word]
              from generate_series(3, length(typed) - 3) i
              join search_word a on a.word = left(typed, i) and a.df > 0
              join search_word b on b.word = substr(typed, i + 1) and b.df > 0
             where to_tsvector('search_words', a.word) <> '' and to_tsvector('search_words', b.word) <> ''
             order by least(a.df, b.df) desc, i limit 1);
end $$;

-- The stem of each word of a list that has one.
create function search_stems_of(lists text) returns table (word text, stem text) language sql as $$
    select w.word, search_stem_of(btrim(search_text(w.word)))
      from (select distinct w from regexp_split_to_table(lists, '[\s;>]+') w) w (word)
$$;

-- "asked asked > offered; ..." as trades.
create function search_trade_add(lists text) returns void language sql as $$
    insert into search_trade
    select s.stem, (select coalesce(max(t.trade), 0) from search_trade t) + g.trade, bool_or(side.n = 2)
      from regexp_split_to_table(btrim(lists, E'\n'), ';\s+') with ordinality g (words, trade)
     cross join regexp_split_to_table(g.words, '\s+>\s+') with ordinality side (words, n)
     cross join regexp_split_to_table(side.words, '\s+') w (word)
      join search_stems_of(lists) s on s.word = w.word and s.stem is not null
     group by 1, g.trade
$$;

-- "word other other; ..." as related words, of the first alone.
create function search_related_add(lists text) returns void language sql as $$
    insert into search_related
    select distinct a.stem, false, b.stem
      from regexp_split_to_table(btrim(lists, E'\n'), ';\s+') with ordinality g (words, place)
     cross join regexp_split_to_table(g.words, '\s+') with ordinality w (word, n)
      join search_stems_of(lists) b on b.word = w.word and w.n > 1
      join search_stems_of(lists) a on a.word = substring(g.words from '^\S+')
     where a.stem <> b.stem
    on conflict do nothing
$$;

-- What a query asks for: its words repaired, stemmed, with what synonyms, families, related words and trades add. Words that nobody uses have no term.
-- Role words count a quarter, beside others only: they find nobody. Circumstances count half. form: how a word was written; as that it counts a quarter
-- more. means: the word that this one is another way of saying. Of what is written as one (S/4HANA: s, 4hana, s4hana) the parts mean the whole; what
-- neighbours are as one word means the heavier of them; what a word comes apart into means that word. All words are looked up at once, and what has
-- been found of a term is not looked up again. near: one row, of the words that should be near each other in a text, and what that is worth.
create function search_understand(query text)
returns table (lexeme text, term int, df int, weight float8, origin text, idf float8, form int, near tsquery, means text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
    typed text;
    meant text[];
    likely float8[];
    counts float8[];
    used int;
    known boolean;
    doubt float8;
    words text[] := '{}';
    everything text[];
    roles text[];
    changes text[] := '{}';
    others text[] := '{}';
    other_weights float8[] := '{}';
    written boolean := query ~ '[[:alnum:]][./-][[:alnum:]]';       -- as one: search_text leaves its parts and then the whole
    parts text[];
    whole_words text[] := '{}';     -- what comes apart
    first_parts text[] := '{}';
    second_parts text[] := '{}';
    plain text;
    listed float8;
    mean float8;
begin
    select s.docs, s.mean_name + s.mean_tags + s.mean_text, array(select r.stem from search_role_word r where r.stem is not null) into listed, mean, roles
      from search_state s;
    -- used: by how many, null when the word is none to repair; known: asked of those alone that hardly anybody uses
    for typed, used, known in
        select w.typed, x.used, x.used <= 20 and (exists (select from search_known k where k.stem = any (v.stems))
                                                  or exists (select from search_word s where s.word = w.typed and s.fixed))
          from unnest(string_to_array(btrim(search_text(query)), ' ')) with ordinality w (typed, n)
         cross join lateral (select case when length(w.typed) between 3 and 40 and w.typed !~ '[0-9]'
                                         then tsvector_to_array(to_tsvector('search_words', w.typed)) end as stems offset 0) v
         cross join lateral (select case when v.stems <> '{}' then coalesce((select max(t.df) from search_term t where t.term = any (v.stems)), 0) end as used
                             offset 0) x
         order by w.n
    loop
        meant := null;
        if used <= 20 then
            select r.meant, r.likely, r.counts into meant, likely, counts from search_repair(typed) r;
            if used <= 10 and not known and length(typed) >= 6 and (meant is null or used > 0 or not search_slip(meant[1], typed)) then
                parts := search_apart(typed);
                if parts is not null then
                    whole_words := whole_words || case when used = 0 then coalesce(meant[1], typed) else typed end;
                    first_parts := first_parts || parts[1];
                    second_parts := second_parts || parts[2];
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
    everything := words;
    words := array(select w from unnest(words) with ordinality u (w, n) where not exists (select from search_role_word r where r.word = w) order by n);
    plain := ' ' || array_to_string(words, ' ') || ' ';
    return query
        with said as materialized (
            select u.lexeme, cardinality(u.positions) * case when c.stem is null then 1.0 else 0.5 end::float8 as weight, c.stem is not null as aside,
                   hashtext(words[u.positions[1]]) as form, t.id, coalesce(t.df, 0) as df,
                   search_idf(coalesce(t.df, 0), coalesce(t.common, 0), listed, mean) as idf,
                   left(u.lexeme, greatest(5, ceil(0.7 * length(u.lexeme))::int)) as start
              from unnest(to_tsvector('search_words', plain)) u left join search_term t on t.term = u.lexeme left join search_circumstance c on c.stem = u.lexeme
             where u.lexeme <> all (roles)
        ), own as materialized (
            select s.lexeme, case when h.lexeme is null then s.weight else least(s.weight, 0.5 * h.weight * h.idf / s.idf) end as weight, s.form, s.id, s.df, s.idf,
                   s.start, s.aside, coalesce(h.lexeme, s.lexeme) as means
              from said s
              left join lateral (select x.lexeme, x.weight, x.idf
                                   from unnest(everything, everything[2:], everything[3:]) w (first, second, whole)
                                  cross join lateral unnest(to_tsvector('search_words', w.first || ' ' || w.second)) p
                                  cross join lateral unnest(to_tsvector('search_words', w.whole)) y
                                   join said x on x.lexeme = y.lexeme
                                  where written and w.whole = w.first || w.second
                                    and p.lexeme = s.lexeme and x.lexeme <> s.lexeme and x.df > 0 and x.weight >= s.weight
                                  order by x.idf desc, x.lexeme limit 1) h on true
        ), widened as (
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
            select t.term as lexeme, t.id, t.df, t.idf, 0.3 * o.weight * least(1, o.idf / t.idf) as weight, 'family of ' || o.lexeme as origin, o.means
              from own o
             cross join lateral (select f.term, f.id, f.df, search_idf(f.df, f.common, listed, mean) as idf from search_term f
                                  where length(o.lexeme) >= 5 and f.term ~>=~ o.start and f.term ~<~ (o.start || chr(1114111))
                                    and length(f.term) >= 5 and f.term !~ '[0-9]' and f.term <> o.lexeme
                                    and left(f.term, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                        = left(o.lexeme, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                  order by f.df desc, f.term limit 3) t
        ), related as (
            select x.term as lexeme, x.id, x.df, x.idf, x.weight * x.share * least(1, x.own_idf / x.idf) as weight, x.how || x.word as origin, x.means
              from (select o.lexeme as word, o.means, o.weight, o.idf as own_idf, w.term, w.id, w.df, search_idf(w.df, w.common, listed, mean) as idf, r.same,
                           case when r.same then 0.4 else 14.0 / (20 + o.df) / sqrt(least(count(*) over (partition by o.lexeme, r.same), 5)) end as share,
                           case when r.same then 'same as ' else 'related to ' end as how,
                           row_number() over (partition by o.lexeme, r.same order by w.df desc, w.term) as place
                      from own o join search_related r on r.stem = o.lexeme join search_term w on w.term = r.other
                     where r.same or o.df <= 150 and not exists (select from own where own.lexeme = r.other)) x
             where x.same or x.place <= 5
        ), heard as materialized (      -- the trades that each word speaks of, and by how few
            select t.trade, o.lexeme, o.means, o.weight, o.idf, ln(3600.0 / count(*) over (partition by o.lexeme)) / ln(3600) as rarity
              from own o join search_trade t on t.stem = o.lexeme
        ), spoken as (          -- the trades that the greatest share of the query speaks of
            select s.share, s.share / sqrt(sum(s.share * s.share) over ()) as among, w.*
              from (select h.trade, sum(h.weight * h.rarity) / (select sum(o.weight) from own o) as share from heard h group by 1 order by 2 desc, 1 limit 8) s
             cross join lateral (select h.* from heard h where h.trade = s.trade order by h.weight * h.idf desc, h.lexeme limit 1) w
        ), offered as (
            select t.term as lexeme, t.id, t.df, t.idf, 28.0 / (20 + t.df) * s.share * s.among * least(1, s.idf / t.idf) as weight,
                   'trade of ' || s.lexeme as origin, s.means
              from spoken s join search_trade w on w.trade = s.trade and w.offers
             cross join lateral (select x.term, x.id, x.df, search_idf(x.df, x.common, listed, mean) as idf from search_term x where x.term = w.stem) t
        ), joined as (
            select t.term as lexeme, t.id, t.df, t.idf, coalesce(o.weight * o.idf / t.idf, 1) as weight,
                   t.first || ' ' || t.second || ' as one word' as origin, coalesce(o.means, t.term) as means
              from (select x.term, x.id, x.df, search_idf(x.df, x.common, listed, mean) as idf,
                           everything[u.positions[1]] as first, everything[u.positions[1] + 1] as second
                      from unnest(to_tsvector('search_words', (select string_agg(y.first || y.second, ' ' order by y.place)
                                                                 from unnest(everything, everything[2:]) with ordinality y (first, second, place)))) u
                      join search_term x on x.term = u.lexeme) t
              left join lateral (select x.weight, x.idf, x.means from own x
                                  where x.df > 0 and x.lexeme in (select p.lexeme from unnest(to_tsvector('search_words', t.first || ' ' || t.second)) p)
                                  order by x.weight * x.idf desc, x.lexeme limit 1) o on true
             where length(t.first || t.second) >= 4 and t.first || t.second ~ '[^0-9]'
               and not exists (select from unnest(array[t.first, t.second]) x
                                where to_tsvector('search_words', x) = '' and x not in ('in', 'on', 'off', 'up', 'out', 'over', 'under', 'down'))
        ), apart as (
            select t.term as lexeme, t.id, t.df, t.idf, 0.3 * o.weight * least(1, o.idf / t.idf) as weight, 'part of ' || o.lexeme as origin, o.means
              from unnest(whole_words, first_parts, second_parts) a (whole, first, second)
             cross join lateral unnest(to_tsvector('search_words', a.whole)) w
              join own o on o.lexeme = w.lexeme
             cross join lateral unnest(to_tsvector('search_words', a.first || ' ' || a.second)) p
             cross join lateral (select x.term, x.id, x.df, search_idf(x.df, x.common, listed, mean) as idf from search_term x where x.term = p.lexeme) t
             where p.lexeme <> all (roles)
        ), more as materialized (
            select distinct on (m.lexeme) m.*
              from (select w.lexeme, t.id, t.df, search_idf(t.df, t.common, listed, mean) as idf, w.weight, w.origin, w.lexeme as means
                      from widened w join search_term t on t.term = w.lexeme
                    union all
                    select * from family
                    union all
                    select * from related
                    union all
                    select * from offered
                    union all
                    select * from joined
                    union all
                    select * from apart) m
             where not exists (select from own where own.lexeme = m.lexeme)
             order by m.lexeme, m.weight desc, m.origin
        )
        select o.lexeme, o.id, o.df, o.weight,
               case when o.lexeme = any (array(select unnest(tsvector_to_array(to_tsvector('search_words', m))) from unnest(changes) m))
                    then 'repaired' when o.aside then 'circumstance' else 'word' end, o.idf, o.form, null::tsquery, o.means
          from own o
        union all
        select m.lexeme, m.id, m.df, m.weight, m.origin, m.idf, null, null, m.means
          from more m
        union all
        select u.lexeme, t.id, t.df, 0.25, 'role word', search_idf(t.df, t.common, listed, mean), hashtext(everything[u.positions[1]]), null, u.lexeme
          from (select v.lexeme, v.positions from unnest(to_tsvector('search_words', array_to_string(everything, ' '))) v
                 where exists (select from own where own.df > 0) and not exists (select from own where own.lexeme = v.lexeme)
                   and not exists (select from more where more.lexeme = v.lexeme) offset 0) u
          join search_term t on t.term = u.lexeme
        union all
        select string_agg(h.lexeme, ' ' order by h.place), null, null, 0.5 * avg(h.weight * h.idf), 'near each other', null, null,
               string_agg(quote_literal(h.lexeme), ' & ')::tsquery, null
          from (select o.*, row_number() over (order by o.weight * o.idf desc, o.lexeme) as place from own o where o.df > 0 and o.means = o.lexeme) h
         where h.place <= 6 having count(*) > 1;
end $$;
