-- Partner search: what a query means. Understanding one runs some dozen statements, each of which would be planned anew at every
-- call, half of its time: hence the generic plans.

-- What a word's occurrence is worth: its idf among the partners that there are and 150 more that are as long and of everyday
-- English.
create function search_idf(df int, common real, docs float8, words float8) returns float8 language sql immutable parallel safe
return ln((docs + 151) / (df + 150 * (1 - exp(-words * common)) + 0.5));

-- What a word that nobody uses was meant to be, likeliest first, and how likely beside the first: one edit or swap away, written
-- or (dearer) stemmed; two for eight letters and more. Words that queries are made of are as frequent as one partner in twenty
-- uses them. Three at most, and none that is less likely than 0.15 of the first. The lateral subqueries (`offset 0` keeps the
-- planner from merging them) look candidates up one by one, by their keys.
create function search_repair(typed text, out meant text[], out likely float8[], out counts float8[]) language plpgsql stable parallel safe as $$
declare
    stem text := coalesce((tsvector_to_array(to_tsvector('search_words', typed)))[1], typed);
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
                                     where search_slip(k.word, typed)
                                    union all
                                    select k.term, t.df, k.near, 0.03
                                      from (select distinct u.near, d.term
                                              from unnest(case when stem = typed then array[typed] else array[typed, stem] end) u (near)
                                             cross join unnest(search_keys(u.near, 1)) k (key)
                                             cross join lateral (select s.term from search_stem s where s.key = k.key offset 0) d) k
                                     cross join lateral (select w.df from search_term w where w.term = k.term offset 0) t
                                     where search_slip(k.term, k.near)) x) c
                     order by c.root, c.p desc, c.word) a) b
     where b.n <= 3 and b.p >= 0.15 * b.best;
    if meant is null and length(typed) >= 8 then
        select array[v.word], array[1.0], array[v.df] into meant, likely, counts from search_word v
         where v.word % typed and left(v.word, 1) = left(typed, 1) and v.word !~ '[0-9]' and search_edits(v.word, typed) <= 2
         order by search_edits(v.word, typed), ln(v.df + 1) + 2 * similarity(v.word, typed) desc, v.word limit 1;
    end if;
end $$;

-- The words of a query: as they are read, and as they were written. A word that is no English one and that nobody uses is read as
-- the likeliest that was meant; others: what else may have been, and what may have been meant besides a word that hardly anybody
-- uses, `instead` of which, and at which weight. A word that is English, or that one to 20 partners use, stays what it is, and
-- what it may have been meant to be counts besides, the more the more partners use that: so "disks" does not become "desk" among
-- sixty companies, and a misspelling that a few partners share finds the right word among thousands. Words of three letters,
-- numbers, and function words of other languages are read as they are. Role words are left out, and words of another language
-- when the query shows that they are such (search_foreign): by themselves, or by a word beside them that is neither English nor
-- anybody's.
create function search_read(query text, out words text[], out written text[], out others text[], out instead text[], out weights float8[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
    typed text;
    used int;                       -- by how many; null when the word is none to repair
    known boolean;
    doubtful boolean;
    strange boolean := false;
    doubtful_words text[] := '{}';
    meant text[];
    likely float8[];
    counts float8[];
    doubt float8;
begin
    words := '{}'; written := '{}'; others := '{}'; instead := '{}'; weights := '{}';
    for typed, used, known, doubtful in     -- all at once; whether a word is known is asked of those alone that hardly anybody uses
        select w.typed, x.used, x.used <= 20 and (exists (select from search_known k where k.stem = any (v.stems))
                                                  or exists (select from search_word s where s.word = w.typed and s.fixed)), f.doubtful
          from unnest(string_to_array(btrim(search_text(query)), ' ')) with ordinality w (typed, n)
          left join search_foreign(query) f on f.word = w.typed
         cross join lateral (select case when length(w.typed) between 4 and 40 and w.typed !~ '[0-9]' and f.word is null
                                         then tsvector_to_array(to_tsvector('search_words', w.typed)) end as stems offset 0) v
         cross join lateral (select case when v.stems <> '{}' then coalesce((select max(t.df) from search_term t where t.term = any (v.stems)), 0) end as used
                             offset 0) x
         where f.certain is not true and not exists (select from search_role_word r where r.word = w.typed)
         order by w.n
    loop
        meant := null;
        if used <= 20 then select r.meant, r.likely, r.counts into meant, likely, counts from search_repair(typed) r; end if;
        strange := strange or used = 0 and not known and meant is null;
        if doubtful then doubtful_words := doubtful_words || typed; end if;
        words := words || case when used = 0 and not known then coalesce(meant[1], typed) else typed end;
        written := written || typed;
        for i in 1 .. coalesce(cardinality(meant), 0) loop
            doubt := case when used > 0 or known then counts[i] / (counts[i] + 30 * known::int + 5 * used) when i > 1 then 0.7 * likely[i] else 0 end;
            if doubt >= 0.2 or doubt > 0 and used = 0 and not known then
                others := others || meant[i];
                instead := instead || typed;
                weights := weights || doubt;
            end if;
        end loop;
    end loop;
    if strange and doubtful_words <> '{}' then
        select coalesce(array_agg(u.word order by u.n), '{}'), coalesce(array_agg(u.typed order by u.n), '{}') into words, written
          from unnest(words, written) with ordinality u (word, typed, n) where u.typed <> all (doubtful_words);
    end if;
end $$;

-- What a query asks for: its words, read and stemmed, with what synonyms and related words add. Words that nobody uses have no
-- term (df 0).
--
-- kind: `word`; `circumstance` (it counts half); `guess`, what was meant by the word that `origin` names; `synonym` and `related`
-- of that word; `near`: one row, of the six heaviest words, which should be near each other in a text, and what that is worth.
-- form: how a word was written; as that it counts a quarter more.
--
-- A word that an operator's synonym explains brings neither guesses nor related words: what the operator says counts more. Up to
-- five related words of a word count: 0.7 each when nobody uses the word, 0.35 when 20 do (measured: a third more or less of it,
-- or 40 partners instead of 20, moves the mean by less than a hundredth), divided by the root of their number; none where more
-- than 150 do, because such a word speaks for itself; and none of a guess. A rarer related word counts with the idf of the word
-- itself.
create function search_understand(query text)
returns table (lexeme text, term int, df int, weight float8, idf float8, kind text, origin text, form int, near tsquery)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
    asked record;
    plain text;
    roles text[] := array(select r.stem from search_role_word r where r.stem is not null);
    listed float8;
    mean float8;
begin
    select s.docs, s.mean_name + s.mean_tags + s.mean_text into listed, mean from search_state s;
    select * into asked from search_read(query);
    plain := ' ' || array_to_string(asked.words, ' ') || ' ';
    return query
        with own as materialized (
            select u.lexeme, cardinality(u.positions) * case when c.stem is null then 1.0 else 0.5 end::float8 as weight, g.typed is not null as guess, g.typed,
                   c.stem is not null as aside, hashtext(asked.words[u.positions[1]]) as form, t.id, coalesce(t.df, 0) as df,
                   search_idf(coalesce(t.df, 0), coalesce(t.common, 0), listed, mean) as idf
              from unnest(to_tsvector('search_words', plain)) u left join search_term t on t.term = u.lexeme left join search_circumstance c on c.stem = u.lexeme
             cross join lateral (select case when bool_and(asked.words[p] <> asked.written[p]) then min(asked.written[p]) end as typed from unnest(u.positions) p) g
             where u.lexeme <> all (roles)
        ), synonym as materialized (
            select x.phrase, x.meaning, x.weight, tsvector_to_array(to_tsvector('search_words', x.phrase)) as explains
              from (select s.phrase, s.meaning, s.weight from search_synonym s
                    union all
                    select s.meaning, s.phrase, s.weight from search_synonym s) x
             where strpos(plain, ' ' || x.phrase || ' ') > 0
        ), added as (
            select x.lexeme, t.id, t.df, search_idf(t.df, t.common, listed, mean) as idf, y.weight, y.kind, y.origin
              from (select s.meaning, s.weight, 'synonym', s.phrase from synonym s
                    union all
                    select o.word, o.weight, 'guess', o.typed from unnest(asked.others, asked.weights, asked.instead) o (word, weight, typed)
                     where not exists (select from search_role_word r where r.word = o.word)
                       and not exists (select from synonym s where tsvector_to_array(to_tsvector('search_words', o.typed)) && s.explains)) y (meaning, weight, kind, origin)
             cross join lateral unnest(to_tsvector('search_words', y.meaning)) x join search_term t on t.term = x.lexeme
            union all
            select r.term, r.id, r.df, r.idf, r.weight * r.share * least(1, r.own_idf / r.idf), 'related', r.word
              from (select o.lexeme as word, o.weight, o.idf as own_idf, w.term, w.id, w.df, search_idf(w.df, w.common, listed, mean) as idf,
                           14.0 / (20 + o.df) / sqrt(least(count(*) over (partition by o.lexeme), 5)) as share,
                           row_number() over (partition by o.lexeme order by w.df desc, w.term) as place
                      from own o join search_related s on s.stem = o.lexeme join search_term w on w.term = s.other
                     where o.df <= 150 and not o.guess and not exists (select from own where own.lexeme = s.other)
                       and not exists (select from synonym y where o.lexeme = any (y.explains))) r
             where r.place <= 5
        )
        select o.lexeme, o.id, o.df, o.weight, o.idf, case when o.guess then 'guess' when o.aside then 'circumstance' else 'word' end, o.typed, o.form, null::tsquery
          from own o
        union all
        select a.lexeme, a.id, a.df, a.weight, a.idf, a.kind, a.origin, null, null
          from (select distinct on (added.lexeme) added.* from added order by added.lexeme, added.kind <> 'synonym', added.weight desc, added.origin) a
         where not exists (select from own where own.lexeme = a.lexeme)
        union all
        select string_agg(h.lexeme, ' ' order by h.place), null, null, 0.5 * avg(h.weight * h.idf), null, 'near', null, null,
               string_agg(quote_literal(h.lexeme), ' & ')::tsquery
          from (select o.*, row_number() over (order by o.weight * o.idf desc, o.lexeme) as place from own o where o.df > 0) h
         where h.place <= 6 having count(*) > 1;
end $$;
