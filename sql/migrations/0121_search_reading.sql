-- The ranked search reads less into a query, and keeps only the parts that pay (bench/search/README.md).
-- * Synonyms are those of typed words, not of guesses. A synonym of several words counts only whole.
-- * A circumstance finds no partner if the query has another word. A joined word replaces its parts.
-- * Words of names have no special weight, lengths count alike in short and long texts, and queries are not corrected to stop words.
-- Functions have new names, so that searches that run now can end with the old ones.
insert into search_known values ('backup'), ('login'), ('rollout'), ('onsit') on conflict do nothing;
insert into search_circumstance values ('broken') on conflict do nothing;

-- A query's words, as typed and as read. weight: null for a word as read; for an alternative reading, its weight.
-- * A joined word that some partner uses replaces its parts; one that nobody uses is left out. search_text makes "wi fi wifi" of "wi-fi",
--   and "site to siteto site tosite" of "site-to-site".
-- * A word that no partner uses is read as its likeliest correction. Other corrections at least 0.15 times as likely are
--   alternatives; their weight is 0.7 times that likelihood.
-- * A word that 1 to 20 partners use is read as typed, and its corrections are alternatives. The weight of a correction grows
--   with the number of partners that use it: 0.5 for five times as many as use the typed word. Below 0.2 the correction is dropped.
--   So a misspelling that a few partners share finds the right word among thousands.
-- * Words of up to three letters, words with digits, English words and `fixed` words are read as typed. If the query is certainly
--   in another language (search_foreign), every word is read as typed.
-- * Role words are left out. Function words of another language are left out if the query is certainly in that language, or has a
--   word that is neither English nor used by any partner.
create or replace function search_reading(query text) returns table (place bigint, typed text, meant text, weight float8) language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
begin
    return query with strange as materialized (select * from search_foreign(query)), split as (
        select t.place, t.word, tsvector_to_array(to_tsvector('search_words', t.word)) as stems, array[lag(t.word, 3) over w, lag(t.word, 2) over w] as firsts,
               lag(t.word) over w as second
          from regexp_split_to_table(search_text(query), '[ ,]+') with ordinality t (word, place) where t.word <> '' window w as (order by t.place)
    ), joined as (
        select s.*, j.joins, j.joins and exists (select from search_term t where t.term = any (s.stems)) as replaces
          from split s
         cross join lateral (select exists (select from unnest(s.firsts) f where s.word = f || s.second and least(length(f), length(s.second)) <= 2) as joins
                             offset 0) j
    ), single as (
        select j.*, lead(j.replaces) over w or lead(j.replaces, 2) over w as replaced from joined j window w as (order by j.place)
    ), kept as materialized (       -- used: the number of partners that use the word; null for a word that is never corrected
        select s.place, s.word as typed, f.doubtful, x.used, k.known
          from single s left join strange f on f.word = s.word
         cross join lateral (select case when length(s.word) between 4 and 40 and s.word !~ '[0-9]' and f.word is null and s.stems <> '{}'
                                         then (select coalesce(max(t.df), 0) from search_term t where t.term = any (s.stems)) end as used offset 0) x
         cross join lateral (select x.used > 20 or exists (select from search_known k where k.stem = any (s.stems))
                                    or exists (select from search_word w where w.word = s.word and w.fixed)
                                    or exists (select from strange c where c.certain) as known offset 0) k
         where (s.replaces or not s.joins) and s.replaced is not true and f.certain is not true
           and not exists (select from search_role_word r where r.word = s.word)
    ), correction as materialized (
        select k.place, k.typed, k.used, r.meant, row_number() over (partition by k.place order by r.likely desc, r.meant) as rank,
               case when k.used = 0 then 0.7 * r.likely else r.used / (r.used + 5 * k.used) end as weight
          from kept k cross join lateral (select * from search_repair(k.typed) f where k.used is not null and not k.known and f.likely >= 0.15 offset 0) r
    )
    select k.place, k.typed, coalesce(c.meant, k.typed), null::float8 from kept k left join correction c on c.place = k.place and c.used = 0 and c.rank = 1
     where k.doubtful is not true
        or not exists (select from kept o where o.used = 0 and not o.known and not exists (select from correction c where c.place = o.place))
    union all select c.place, c.typed, c.meant, c.weight from correction c where case when c.used = 0 then c.rank > 1 else c.weight >= 0.2 end
     order by 1, 4 nulls first, 3;
end $$;

-- A query's terms: the stems of its words as read, and those that synonyms and guesses add.
-- kind:
-- * `word`: a word read as typed.
-- * `guess`: a correction of the word in `origin`.
-- * `circumstance`: a word or guess of search_circumstance, or a bare number, beside another word. It counts half.
-- * `synonym`: a synonym of the typed words in `origin`. The one-word synonym of a word that no partner uses counts 1.
-- term, df: null and 0 if no partner uses the stem.
-- form: hash of a word as read. A document that contains this form counts a quarter more (search_said).
-- whole: of a synonym of several words, those words. The term counts only in a document that has them all.
create or replace function search_terms(query text)
returns table (lexeme text, term int, df int, weight float8, idf float8, kind text, origin text, form int, whole tsquery) language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
declare roles text[] := coalesce(tsvector_to_array(to_tsvector('search_words', (select string_agg(r.word, ' ') from search_role_word r))), '{}');
        listed float8 := (select docs from search_state);
begin
    return query with reading as materialized (select * from search_reading(query)), own as materialized (
            select x.lexeme, count(*)::float8 as weight, case when bool_and(r.meant <> r.typed) then min(r.typed) end as origin,
                   hashtext((array_agg(r.meant order by r.place))[1]) as form
              from reading r cross join unnest(to_tsvector('search_words', r.meant)) x where r.weight is null and x.lexeme <> all (roles) group by 1
        ), synonym as (
            select x.phrase, x.meaning, case when strpos(x.meaning, ' ') > 0 then plainto_tsquery('search_words', x.meaning) end as whole,
                   case when strpos(x.phrase || x.meaning, ' ') = 0
                             and not exists (select from search_term t where t.term = any (tsvector_to_array(to_tsvector('search_words', x.phrase))))
                        then 1 else x.weight end as weight
              from (select s.phrase, s.meaning, s.weight from search_synonym s
                    union all select s.meaning, s.phrase, s.weight from search_synonym s) x
             where strpos((select ' ' || string_agg(r.typed, ' ' order by r.place) || ' ' from reading r where r.weight is null), ' ' || x.phrase || ' ') > 0
        ), added as (
            select a.lexeme, max(a.weight) as weight, min(a.synonym_of) as synonym_of, min(a.guess_of) as guess_of,
                   case when bool_and(a.whole is not null) then string_agg(distinct '(' || a.whole::text || ')', ' | ')::tsquery end as whole
              from (select x.lexeme, s.weight, s.phrase as synonym_of, null as guess_of, s.whole
                      from synonym s cross join unnest(to_tsvector('search_words', s.meaning)) x
                    union all select x.lexeme, r.weight, null, r.typed, null
                      from reading r cross join unnest(to_tsvector('search_words', r.meant)) x where r.weight is not null) a
             where a.lexeme <> all (roles) and not exists (select from own o where o.lexeme = a.lexeme) group by 1
        ), every as (
            select a.*, a.lexeme ~ '^[0-9]+$' or exists (select from search_circumstance c where c.stem = a.lexeme) as aside
              from (select o.lexeme, o.weight, null as synonym_of, o.origin as guess_of, o.form, null::tsquery as whole from own o
                    union all select d.lexeme, d.weight, d.synonym_of, d.guess_of, null, d.whole from added d) a
        )
        select e.lexeme, t.id, coalesce(t.df, 0), e.weight * case when e.aside and e.synonym_of is null then 0.5 else 1 end,
               ln((listed + 1) / (coalesce(t.df, 0) + 0.5)),        -- BM25's idf
               case when e.synonym_of is not null then 'synonym'
                    when e.aside and exists (select from every o where o.form is not null and not o.aside) then 'circumstance'
                    when e.guess_of is not null then 'guess'
                    else 'word' end, coalesce(e.synonym_of, e.guess_of), e.form, e.whole
          from every e left join search_term t on t.term = e.lexeme where t.id is not null or e.form is not null;
end $$;

-- The six heaviest words of a query, which should be near each other in a text (search_near), and what that counts: half of their mean
-- weight. No row for one word.
create or replace function search_together(lexemes text[], weights float8[]) returns table (words tsquery, weight float8) language sql stable
begin atomic
    select string_agg(quote_literal(h.lexeme), ' & ')::tsquery, 0.5 * avg(h.weight)
      from (select * from unnest(lexemes, weights) u (lexeme, weight) order by u.weight desc, u.lexeme limit 6) h having count(*) > 1;
end;

-- The documents in the communities `visible` that have the query as their name: the company's name, the department's or both, without
-- the legal form.
-- * If `unsure` (a word may be mistyped), the name may be one mistake away. A name of ten or more letters may be two mistakes
--   away, if it has no digits: another number is another name.
-- * Returns only the nearest names: the exact ones; if there are none, those one mistake away; else those two mistakes away.
select show_limit();            -- loads pg_trgm, without which the setting below is unknown to this session
create or replace function search_namesakes(visible int[], query text, unsure boolean) returns int[] language plpgsql stable
set plan_cache_mode = force_generic_plan set pg_trgm.similarity_threshold = 0.4 as $$
declare folded text := search_fold(left(query, 200));
        bare text := search_bare(folded);
        keys text[] := case when unsure and length(bare) between 5 and 60 then search_keys(bare, 1) else '{}' end;
begin
    return array(
        select x.doc
          from (select n.doc, e.edits, min(e.edits) over () as least
                  from (select s.doc from search_name s where search_bare(s.whole) = bare
                        union select s.doc from search_name s where search_bare(s.part) = bare
                        union select s.doc from search_name s where search_name_keys(s.whole, s.tight) && keys
                        union select s.doc from search_name s where keys <> '{}' and length(bare) >= 9 and s.whole % folded) c
                  join search_name n using (doc) join search_doc d on d.id = n.doc
                 cross join lateral (select case when search_bare(n.part) = bare then 0 else search_edits(search_bare(n.whole), bare) end as edits offset 0) e
                 where bare <> '' and d.communities && visible
                   and e.edits <= case when keys = '{}' then 0 when length(bare) >= 10 and bare !~ '[0-9]' then 2 else 1 end) x
         where x.edits = x.least);
end $$;

-- The 100 documents with the highest sums of postings for these terms in these communities, without the caller's own (`mine`). A
-- document is found by a term whose `finds` is 3, or by one with 1 and another with 2; other terms only add to its sum. For each term and
-- community it reads the 3,000 postings of highest impact; with up to 3,000 partners, these are all. The number is a compromise,
-- measured with 100,000 partners as the share of the exact top ten that is found, and the p99 of a search:
--   2,000 postings: 92 %, 18 ms;   3,000: 94.1 %, 25 ms;   5,000: 97 %, 36 ms;   all: 100 %, 176 ms
create or replace function search_found(communities int[], mine int[], terms int[], weights float8[], finds int[]) returns int[] language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
begin
    return array(
        select f.doc
          from (select p.doc, max(p.score) as score
                  from (select c.community, x.doc, sum(u.weight * x.impact) as score
                          from unnest(communities) c (community) cross join unnest(terms, weights, finds) u (term, weight, finds)
                         cross join lateral (select s.doc, s.impact from search_posting s where s.community = c.community and s.term = u.term
                                              order by s.impact desc, s.doc desc limit 3000) x
                         group by 1, 2 having bit_or(u.finds) = 3) p
                 group by 1 order by 2 desc, 1 limit 100 + cardinality(mine)) f
         where f.doc <> all (mine) limit 100);
end $$;

-- Partners by their business, best first. A search reads only the postings of the caller's communities. The best 100 by postings are
-- ranked again by the exact forms of the words, by their nearness, and by the synonyms that they have whole.
-- * A partner that the query names comes first.
-- * Words and synonyms find partners. If no partner of the caller uses a word as typed, guesses with the same first letter do, too.
--   Otherwise such a guess finds a partner only together with a circumstance (`finds`: 1 and 2). All other terms only add to the score
--   of what is found.
-- * If nobody uses any word, the query is searched as a name.
create or replace function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, named boolean) language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare communities int[] := array(select m.community::int from community_member m where m.company = caller);
        mine int[] := array(select d.id from search_doc d where d.company = caller);
begin
    return query with asked as materialized (select * from search_terms(query)), written as materialized (
            select exists (select from asked a join search_posting s on s.community = any (communities) and s.term = a.term and s.doc <> all (mine)
                            where a.kind = 'word') as seen
        ), used as materialized (
            select a.*, a.weight * a.idf as counts,
                   case when a.kind in ('word', 'synonym') then 3 when a.kind = 'circumstance' then 2
                        when left(a.lexeme, 1) <> left(a.origin, 1) then 0 when w.seen then 1 else 3 end as finds
              from asked a cross join written w where a.df > 0
        ), found as materialized (
            select search_found(communities, mine, array_agg(u.term), array_agg(u.counts), array_agg(u.finds)) as docs,
                   search_namesakes(communities, query, (select bool_or(a.df = 0 or a.kind <> 'synonym' and a.origin is not null) from asked a)) as named,
                   array_agg(u.lexeme) filter (where u.form is not null) as lexemes, array_agg(u.counts) filter (where u.form is not null) as weights
              from used u having count(*) > 0
        ), scored as (
            select d.company, d.department, d.id = any (f.named) as named, x.finds,
                   round((coalesce(x.gives, 0) + coalesce(t.weight * search_near(s.words, t.words), 0)) * 1000000) / 1000000 as score
              from found f left join search_together(f.lexemes, f.weights) t on true
              join search_doc d on d.id = any (f.docs || f.named) and d.id <> all (mine) join search_source s on s.doc = d.id
             cross join lateral (select sum(u.counts * d.impacts[i.at] * search_said(s.forms, u.form)) as gives, bit_or(u.finds) = 3 as finds
                                   from used u cross join lateral (select idx(d.terms, u.term) as at offset 0) i
                                  where i.at > 0 and (u.whole is null or s.words @@ u.whole)) x
        ), ranked as (
            select r.company, r.department, row_number() over (order by r.named desc, r.score desc, r.company, r.department nulls first) as place, r.score, r.named
              from scored r where r.finds or r.named order by 3 limit wanted
        )
        select * from ranked
        union all select n.company, n.department, n.place, 0, false from search_names(caller, query, wanted) n where not exists (select from used)
         order by 3;
end $$;

-- Computes the impacts of documents and adds their postings. Does so for all documents when a mean length has changed by a tenth.
-- * An impact is BM25F: each field's word count is weighted and normalised by length before it saturates. A sum of one BM25 per field
--   would let rare hits in names win.
-- * The mean length of descriptions determines the weights of the fields. One line says less than a page. With short descriptions, a
--   word of a query's sentence that matches a name does so by coincidence. These values were the best: up to a mean of 8 words
--   (`long` = 0), name, tags and text have the weights 1, 8 and 2, and k1 is 1.2; from 80 words (`long` = 1), they have 3, 4 and 1, and
--   k1 is 1.6.
-- * Tags weigh four times as much as text: a company lists them in order to be found by them.
-- * The mean length of tag lists includes twenty imaginary lists of five words, so that the first real list does not change the mean
--   abruptly.
create or replace function search_weigh(added int[]) returns void language plpgsql set search_path = collab as $$
declare s search_state; weigh int[] := added;
        long float8; name_weight float8; tag_weight float8; text_weight float8; k1 float8; b constant float8 := 0.5;
begin
    update search_state t set mean_name = m.name, mean_tags = m.tags, mean_text = m.text
      from (select greatest(names::float8 / greatest(docs, 1), 0.01) as name, (tags + 100.0) / (tagged + 20) as tags,
                   greatest(texts::float8 / greatest(docs, 1), 0.01) as text from search_state) m
     where greatest(m.name / mean_name, mean_name / m.name, m.tags / mean_tags, mean_tags / m.tags, m.text / mean_text, mean_text / m.text) > 1.1;
    if found then
        delete from search_posting;
        weigh := array(select id from search_doc);
    end if;
    select * into s from search_state;
    long := least(greatest(ln(s.mean_text / 8) / ln(10), 0), 1);
    name_weight := 1 + 2 * long; tag_weight := 8 - 4 * long; text_weight := 2 - long; k1 := 1.2 + 0.4 * long;
    update search_doc d set terms = v.terms, impacts = v.impacts
      from (select y.doc, array_agg(t.id order by t.id) as terms, array_agg((y.w * (k1 + 1) / (y.w + k1))::real order by t.id) as impacts
              from (select o.doc, u.lexeme, name_weight * f.names / (1 + b * (o.names / s.mean_name - 1))
                                            + tag_weight * f.tags / (1 + b * (o.tags / s.mean_tags - 1))
                                            + text_weight * f.texts / (1 + b * (o.texts / s.mean_text - 1)) as w
                      from unnest(weigh) d join search_source o on o.doc = d cross join lateral unnest(o.words) u
                     cross join lateral (select count(*) filter (where g = 'A') as names, count(*) filter (where g = 'B') as tags,
                                                count(*) filter (where g = 'D') as texts from unnest(u.weights) g) f) y
              join search_term t on t.term = y.lexeme group by y.doc) v
     where d.id = v.doc;
    insert into search_posting select * from search_postings_of(weigh) order by 1, 2, 3, 4;
end $$;
-- then
-- slow: weighs all documents anew, in batches, and waits for whoever changes the index
do $$
declare last int := 0; batch int[];
begin
    perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
    -- These synonyms find much else: the words of "back up" are common. The joined words are in search_known now, and need no correction.
    delete from search_synonym where phrase in ('backup', 'login', 'rollout', 'shutdown', 'onsite')
       and meaning in ('back up', 'log in', 'roll out', 'shut down', 'on site') and weight = 0.4::real;
    update search_word w set fixed = false
     where w.fixed and not exists (select from search_role_word r where r.word = w.word)
       and not exists (select from search_synonym s where w.word = any (string_to_array(s.phrase || ' ' || s.meaning, ' ')));
    delete from search_word where df = 0 and not fixed;
    commit;
    loop
        perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
        batch := array(select id from search_doc where id > last order by id limit 200);
        exit when batch = '{}';
        last := batch[cardinality(batch)];
        delete from search_posting p using search_postings_of(batch) g
         where (p.community, p.term, p.impact, p.doc) = (g.community, g.term, g.impact, g.doc);
        perform search_weigh(batch);
        commit;
    end loop;
end $$;
-- then
lock table search_stop_word in access exclusive mode;
drop table search_stop_word;
drop function search_named(int[], text, boolean);
drop function search_found(int[], int[], int[], float8[]);
comment on function search_understand(text) is 'for collabctl search explain of 0.1.0, which the next version may forget; else search_terms';
comment on function search_read(text) is 'for search_understand; else search_reading';
