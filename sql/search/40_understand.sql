-- Partner search: interpreting a query. An interpretation runs about a dozen statements. Planning each at every call would take half
-- of the time, so the functions force generic plans.

-- Suggests corrections of a word that few or no partners use: at most three, the likeliest first, and no two of the same stem.
-- * A correction is one mistake away. If there is none, a word of eight or more letters gets one that is two mistakes away and has the
--   same first letter.
-- * The likelihood of a correction grows with the number of partners that use it, and with its similarity (up to e^4 times). A
--   correction with another first letter is 20 times less likely, because mistakes there are rare.
-- * A `fixed` word counts as if another twentieth of all partners used it, unless it is two mistakes away.
-- likely: the likelihood relative to the first correction.
-- used: the number of partners that use the correction, including that twentieth.
create function search_repair(typed text) returns table (meant text, likely float8, used float8) language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
declare listed int := (select docs from search_state); keys text[] := search_keys(typed, 1);
begin
    return query select a.word, a.p / max(a.p) over (), a.df
          from (select distinct on (c.root) c.word, c.p, c.df
                  from (select k.word, u.df, coalesce((tsvector_to_array(to_tsvector('search_words', k.word)))[1], k.word) as root,
                               (u.df + 1) * exp(4 * similarity(k.word, typed)) * case when left(k.word, 1) <> left(typed, 1) then 0.05 else 1 end as p
                          from search_word k cross join lateral (select k.df + case when k.fixed then listed / 20 else 0 end::float8 as df) u
                         where search_keys(k.word, 1) && keys and k.word !~ '[0-9]' and search_edits(k.word, typed) <= 1) c
                 order by c.root, c.p desc, c.word) a order by a.p desc, a.word limit 3;
    if not found and length(typed) >= 8 then
        return query select k.word, 1::float8, k.df::float8 from search_word k
                      where k.word % typed and left(k.word, 1) = left(typed, 1) and k.word !~ '[0-9]' and search_edits(k.word, typed) <= 2
                      order by ln(k.df + 1) + 2 * similarity(k.word, typed) desc, k.word limit 1;
    end if;
end $$;

-- The words of a query as typed, and as read. weight: null for the word as read; for an alternative reading, its weight.
-- * A word that no partner uses is read as its likeliest correction. Other corrections at least 0.15 times as likely are
--   alternatives; their weight is 0.7 times that likelihood.
-- * A word that 1 to 20 partners use is read as typed, and its corrections are alternatives. The weight of a correction grows
--   with the number of partners that use it: 0.5 for five times as many as use the typed word. Below 0.2 the correction is dropped.
--   So a misspelling that a few partners share finds the right word among thousands.
-- * Words of up to three letters, words with digits, English words and `fixed` words are read as typed. If the query is certainly
--   in another language (search_foreign), every word is read as typed.
-- * Role words are left out. Function words of another language are left out if the query is certainly in that language, or has a
--   word that is neither English nor used by any partner.
create function search_read(query text) returns table (n bigint, typed text, word text, weight float8) language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
begin
    return query with strange as materialized (select * from search_foreign(query)), said as materialized (
        select w.n, w.typed, f.doubtful, x.used, k.known
          from regexp_split_to_table(search_text(query), '[ ,]+') with ordinality w (typed, n) left join strange f on f.word = w.typed
         cross join lateral (select tsvector_to_array(to_tsvector('search_words', w.typed)) as stems offset 0) v
         cross join lateral (select case when length(w.typed) between 4 and 40 and w.typed !~ '[0-9]' and f.word is null and v.stems <> '{}'
                                         then (select coalesce(max(t.df), 0) from search_term t where t.term = any (v.stems)) end as used offset 0) x
         cross join lateral (select x.used > 20 or exists (select from search_known k where k.stem = any (v.stems))
                                    or exists (select from search_word s where s.word = w.typed and s.fixed)
                                    or exists (select from strange c where c.certain) as known offset 0) k
         where w.typed <> '' and f.certain is not true and not exists (select from search_role_word r where r.word = w.typed)
    ), meant as materialized (
        select s.n, s.typed, s.used, r.meant, row_number() over (partition by s.n order by r.likely desc, r.meant) as place,
               case when s.used = 0 then 0.7 * r.likely else r.used / (r.used + 5 * s.used) end as doubt, r.likely
          from said s cross join lateral (select * from search_repair(s.typed) f where s.used is not null and not s.known and f.likely >= 0.15 offset 0) r
    )
    select s.n, s.typed, coalesce(m.meant, s.typed), null::float8 from said s left join meant m on m.n = s.n and m.used = 0 and m.place = 1
     where s.doubtful is not true
        or not exists (select from said o where o.used = 0 and not o.known and not exists (select from meant m where m.n = o.n))
    union all select m.n, m.typed, m.meant, m.doubt from meant m where case when m.used = 0 then m.place > 1 else m.doubt >= 0.2 end
     order by 1, 4 nulls first, 3;
end $$;

-- The terms of a query: its words, read and stemmed, with the terms that synonyms and guesses add. A word that no partner uses has
-- no term.
-- kind:
-- * `word`: a word read as typed, unless it is a circumstance.
-- * `circumstance`: a word of search_circumstance, or a bare number. It counts half.
-- * `guess`: a correction of the word in `origin`.
-- * `synonym`: a synonym of the words in `origin`. These words get no guesses, because the operator's synonym takes precedence.
-- * `near`: one row with the six heaviest words, which should be near each other in a text. Its weight is half of the
--   mean weight of those words.
-- form: hash of a word as read. A document that contains this form counts a quarter more (search_said).
create function search_understand(query text)
returns table (lexeme text, term int, df int, weight float8, idf float8, kind text, origin text, form int, near tsquery) language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
declare roles text[] := tsvector_to_array(to_tsvector('search_words', (select string_agg(r.word, ' ') from search_role_word r)));
        listed float8 := (select docs from search_state);
begin
    return query with said as materialized (select * from search_read(query)), own as materialized (
            select r.*, case when r.typed is not null then 'guess' when k.aside then 'circumstance' else 'word' end as kind,
                   r.times * case when k.aside then 0.5 else 1 end::float8 as weight
              from (select x.lexeme, count(*) as times, case when bool_and(s.word <> s.typed) then min(s.typed) end as typed,
                           hashtext((array_agg(s.word order by s.n))[1]) as form
                      from said s cross join unnest(to_tsvector('search_words', s.word)) x where s.weight is null and x.lexeme <> all (roles) group by 1) r
             cross join lateral (select r.lexeme ~ '^[0-9]+$' or exists (select from search_circumstance c where c.stem = r.lexeme)) k (aside)
        ), synonym as materialized (
            select x.phrase, x.meaning, x.weight, tsvector_to_array(to_tsvector('search_words', x.phrase)) as explains
              from (select s.phrase, s.meaning, s.weight from search_synonym s
                    union all select s.meaning, s.phrase, s.weight from search_synonym s) x
             where strpos((select ' ' || string_agg(s.word, ' ' order by s.n) || ' ' from said s where s.weight is null), ' ' || x.phrase || ' ') > 0
        ), added as (
            select distinct on (x.lexeme) x.lexeme, y.weight, y.kind, y.origin
              from (select s.meaning, s.weight, 'synonym', s.phrase from synonym s
                    union all select o.word, o.weight, 'guess', o.typed from said o
                     where o.weight is not null and not exists (select from search_role_word r where r.word = o.word)
                       and not exists (select from synonym s where tsvector_to_array(to_tsvector('search_words', o.typed)) && s.explains)
                   ) y (meaning, weight, kind, origin)
             cross join lateral unnest(to_tsvector('search_words', y.meaning)) x
             where x.lexeme not in (select o.lexeme from own o) order by x.lexeme, y.kind <> 'synonym', y.weight desc, y.origin
        ), weighed as materialized (        -- BM25's idf
            select a.*, t.id, coalesce(t.df, 0) as df, ln((listed + 1) / (coalesce(t.df, 0) + 0.5)) as idf
              from (select o.lexeme, o.weight, o.kind, o.typed, o.form from own o union all select d.lexeme, d.weight, d.kind, d.origin, null from added d) a
              left join search_term t on t.term = a.lexeme where t.id is not null or a.form is not null
        )
        select w.lexeme, w.id, w.df, w.weight, w.idf, w.kind, w.typed, w.form, null::tsquery from weighed w
        union all select string_agg(h.lexeme, ' ' order by h.place), null, null, 0.5 * avg(h.weight * h.idf), null, 'near', null, null,
               string_agg(quote_literal(h.lexeme), ' & ')::tsquery
          from (select w.*, row_number() over (order by w.weight * w.idf desc, w.lexeme) as place from weighed w where w.df > 0 and w.form is not null) h
         where h.place <= 6 having count(*) > 1;
end $$;
