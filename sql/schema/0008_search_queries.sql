-- Partner search, the asking side: what a query means, whom it finds, by name and by what they do (docs/search.md). The index is 0004's.

-- ---------------------------------------------------------------- understanding a query

-- How many mistakes lie between two words: letters left out, added, or wrong, or two neighbours swapped; 5 for more than that.
create function search_edits(one text, other text) returns int language plpgsql immutable parallel safe as $$
declare
    plain int := levenshtein_less_equal(left(one, 200), left(other, 200), 4);
    before int[];
    last int[] := array(select generate_series(0, length(other)));
    row int[];
    best int;
begin
    if plain <= 1 or plain > 4 then
        return plain;
    end if;
    for i in 1 .. length(one) loop              -- swaps count two there
        row := array[i];
        for j in 1 .. length(other) loop
            best := least(last[j + 1] + 1, row[j] + 1, last[j] + (substr(one, i, 1) <> substr(other, j, 1))::int);
            if i > 1 and j > 1 and substr(one, i, 1) = substr(other, j - 1, 1) and substr(one, i - 1, 1) = substr(other, j, 1) then
                best := least(best, before[j - 1] + 1);
            end if;
            row := row || best;
        end loop;
        before := last;
        last := row;
    end loop;
    return last[length(other) + 1];
end $$;

-- The word that was meant: one edit or swap away; two for nine letters and more. Null: none. plpgsql keeps the plans.
create function search_repair(typed text) returns text language plpgsql stable parallel safe as $$
declare
    meant text;
begin
    select c.word into meant
      from (select distinct d.word from search_deletion d where d.key = any (search_keys(typed, 1))) c join search_word v using (word)
     where search_edits(c.word, typed) <= 1
     order by left(c.word, 1) <> left(typed, 1), ln(v.df + 1) + 2 * similarity(c.word, typed) desc, c.word limit 1;
    if meant is null and length(typed) >= 9 then
        select v.word into meant from search_word v
         where v.word % typed and left(v.word, 1) = left(typed, 1) and search_edits(v.word, typed) <= 2 and v.word !~ '[0-9]'
         order by search_edits(v.word, typed), ln(v.df + 1) + 2 * similarity(v.word, typed) desc, v.word limit 1;
    end if;
    return meant;
end $$;

-- What a query asks for: its words repaired, stemmed, without role words, with what synonyms add. Words that nobody uses have no term.
create function search_understand(query text) returns table (lexeme text, term int, df int, weight float8, origin text)
language plpgsql stable as $$
declare
    typed text;
    meant text;
    words text[] := '{}';
    changes text[] := '{}';
    plain text;
    vector tsvector;
begin
    foreach typed in array string_to_array(btrim(search_text(query)), ' ') loop
        meant := null;
        if length(typed) between 4 and 40 and typed !~ '[0-9]' and not exists (select from search_word v where v.word = typed) then
            vector := to_tsvector('search_words', typed);
            if vector <> '' and not exists (select from search_term t where t.term = any (tsvector_to_array(vector))) then
                meant := search_repair(typed);
            end if;
        end if;
        words := words || coalesce(meant, typed);
        if meant is not null then
            changes := changes || array[typed, meant];
        end if;
    end loop;
    words := array(select w from unnest(words) with ordinality u (w, n) where not exists (select from search_role_word r where r.word = w) order by n);
    plain := ' ' || array_to_string(words, ' ') || ' ';
    return query
        with own as (
            select u.lexeme, cardinality(u.positions)::float8 as weight from unnest(to_tsvector('search_words', plain)) u
             where not exists (select from search_role_word r where tsvector_to_array(to_tsvector('search_words', r.word)) = array[u.lexeme])
        ), widened as (
            select x.lexeme, max(y.weight::float8) as weight, min(y.phrase) as phrase
              from (select s.meaning, s.phrase, s.weight from search_synonym s where strpos(plain, ' ' || s.phrase || ' ') > 0
                    union all
                    select s.phrase, s.meaning, s.weight from search_synonym s where strpos(plain, ' ' || s.meaning || ' ') > 0) y (meaning, phrase, weight)
             cross join lateral unnest(to_tsvector('search_words', y.meaning)) x
             where not exists (select from own where own.lexeme = x.lexeme)
             group by 1
        )
        select o.lexeme, t.id, coalesce(t.df, 0), o.weight,
               case when o.lexeme = any (array(select unnest(tsvector_to_array(to_tsvector('search_words', m))) from unnest(changes) m))
                    then 'repaired' else 'word' end
          from own o left join search_term t on t.term = o.lexeme
        union all
        select w.lexeme, t.id, t.df, w.weight, 'synonym of ' || w.phrase from widened w join search_term t on t.term = w.lexeme;
end $$;

-- ---------------------------------------------------------------- finding

-- Names like the term among the caller's partners (contract.md 5), best first: exact, prefix, word, substring, close spelling.
-- Two mistakes in a short term are forgiven only when nothing is closer.
create function search_names(caller bigint, term text, wanted int)
returns table (company bigint, department bigint, place bigint, rank int) language plpgsql stable
set pg_trgm.similarity_threshold = 0.2 set pg_trgm.strict_word_similarity_threshold = 0.45 as $$
declare
    folded text := search_fold(term);
    words text[] := array(select w from unnest(string_to_array(folded, ' ')) w where w <> '');
    compact text := regexp_replace(folded, '[^[:alnum:]]+', '', 'g');
    patterns text[] := array(select '%' || regexp_replace(w, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) w);
    close boolean := length(compact) >= 4;
    keys text[] := '{}';
    word_keys text[] := '{}';
begin
    if words = '{}' then
        return;
    end if;
    if length(compact) between 4 and 11 then
        keys := search_keys(compact, 2);
    end if;
    if close then
        word_keys := array(select distinct k from unnest(words) w, unnest(search_keys(w, 1)) k where length(w) between 4 and 13);
    end if;
    return query
        with near as materialized (
            select n.doc from search_name n where n.whole like all (patterns)
            union
            select n.doc from search_name n where close and (n.whole % folded or folded <<% n.whole)
            union
            select d.doc from search_name_deletion d where d.key = any (keys || word_keys)
        ), ranked as (
            select n.company, n.department, n.label, n.whole, x.edits,
                   case when n.whole = folded or n.part = folded or search_fold(n.label) = folded then 1
                        when starts_with(n.whole, folded) or starts_with(n.part, folded) then 2
                        when (select bool_and(strpos(' ' || n.whole, ' ' || w) > 0) from unnest(words) w) then 3
                        when (select bool_and(strpos(n.whole, w) > 0) from unnest(words) w) then 4
                        when close and x.edits <= 2 then 5
                        when close and (select bool_and(strpos(n.whole, w) > 0 or length(w) >= 4 and
                                                         (strict_word_similarity(w, n.whole) >= 0.45
                                                          or exists (select from unnest(string_to_array(n.whole, ' ')) x where search_edits(x, w) <= 1)))
                                          from unnest(words) w) then 6
                   end as rank,
                   length(compact) < 6 and x.edits = 2 as far
              from near join search_name n using (doc)
             cross join lateral (select search_edits(n.tight, compact) as edits offset 0) x
             where n.company <> caller
               and exists (select from community_member ours join community_member theirs using (community)
                            where ours.company = caller and theirs.company = n.company)
        )
        select r.company, r.department,
               row_number() over (order by least(r.rank, 5), case when r.rank < 5 then (r.department is not null)::int end, r.rank,
                                  case when r.rank = 5 then r.edits end, r.department is not null, similarity(folded, r.whole) desc, r.label, r.company, r.department),
               least(r.rank, 5)
          from ranked r
         where r.rank is not null and (r.rank <> 5 or not r.far or not exists (select from ranked b where b.rank is not null and (b.rank <> 5 or not b.far)))
         order by 3 limit wanted;
end $$;

-- Partners by what they do, best first. A caller reads the postings of his own communities only: as many of each term, best first, as the budget
-- allows (few partners: all), then scores what that found exactly. Where descriptions are long, what the ten best share counts as well (RM3), the more
-- the less the first of them stands out. `own`: what the query's own words gave.
create function search_partners(caller bigint, query text, wanted int)
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
    limits int[] := '{}';
    share int;
    heft float8;
    found int[];
begin
    select s.docs, p.feedback into listed, feedback from search_state s, search_tuning(s.mean_text) p;
    select array_agg(u.term order by u.df, u.term), array_agg(u.df order by u.df, u.term), sum(u.weight),
           array_agg(u.weight * ln(1 + (listed - u.df + 0.5) / (u.df + 0.5)) order by u.df, u.term)
      into asked, dfs, own_weights, weighing from search_understand(query) u where u.df > 0;
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
            select d.id, d.company, d.department, d.terms, d.impacts, x.score
              from search_doc d
             cross join lateral (select sum(t.weight * d.impacts[idx(d.terms, t.term)]) as score
                                   from unnest(asked, weighing) t (term, weight) where idx(d.terms, t.term) > 0) x
             where d.id = any (found)
        ), best as materialized (
            select s.terms, s.impacts, s.score, s.score / sum(s.score) over () / (select sum(i) from unnest(s.impacts) i) as share
              from (select * from scored order by scored.score desc, scored.company, scored.department nulls first limit 10) s where feedback
        ), shared as (
            select u.term, sum(b.share * u.impact) as weight
              from best b cross join lateral unnest(b.terms, b.impacts) u (term, impact) group by 1 order by 2 desc, 1 limit 30
        ), added as materialized (
            select array_agg(a.term) as terms, array_agg(a.weight / a.total * ln(1 + (listed - t.df + 0.5) / (t.df + 0.5))) as weights,
                   (select 0.5 * (min(b.score) / max(b.score)) ^ 2 from best b having count(*) = 10) as trust
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
