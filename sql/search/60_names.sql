-- Partner search: by name.

select show_limit();            -- loads pg_trgm, without which the settings below are unknown to this session

-- The documents in the communities `visible` that have the query as their name: the company's name, the department's or both, without
-- the legal form.
-- * If `unsure` (a word may be mistyped), the name may be one mistake away. A name of ten or more letters may be two mistakes
--   away, if it has no digits: another number is another name.
-- * Returns only the nearest names: the exact ones; if there are none, those one mistake away; else those two mistakes away.
create function search_named(visible int[], query text, unsure boolean) returns int[] language plpgsql stable
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

-- The distance of a term's word from a name. Words with digits may not have two mistakes: another number is another name.
-- * 0: the name contains the word.
-- * 1: the word is similar to the name, or one mistake away from a word of the name.
-- * 2: the name contains the word if blanks and punctuation are ignored, or the word is two mistakes away and has six letters or more.
-- * 3: the word is two mistakes away and has four or five letters.
-- * null: the word is farther away.
create function search_word_apart(word text, whole text, tight text) returns int language plpgsql immutable parallel safe as $$
declare bare text := regexp_replace(word, '[^[:alnum:]]+', '', 'g'); edits int;
begin
    if strpos(whole, word) > 0 then return 0; end if;
    if length(bare) >= 4 and strict_word_similarity(word, whole) >= 0.45 then return 1; end if;
    edits := (select min(search_edits(x, word)) from unnest(string_to_array(whole, ' ')) x where greatest(length(x), length(bare)) >= 4);
    return case when edits <= 1 then 1
                when bare <> '' and strpos(tight, bare) > 0 then 2
                when edits = 2 and length(bare) >= 4 and word !~ '[0-9]' then case when length(bare) >= 6 then 2 else 3 end end;
end $$;

-- The caller's partners whose names match the term (interface.md 7.3), best first: exact, prefix, word, substring, close spelling.
-- * The name must have every word of the term, in close spelling or not. Blanks separate words, so one half of "Johnson/Smith" with
--   two letters swapped is not found.
-- * Candidates for close spelling come from trigrams; for short names and words, from search_name_keys. The thresholds were chosen
--   with 464 names of companies.
-- * It ranks at most 1,000 candidates, five times as many as are shown, to bound the cost of a term that very many names contain.
-- * Two mistakes in the whole term are closer (rank 5) than one in each word (6). Two mistakes in a short term, or in a short word,
--   count only if nothing else is found (7).
create function search_names(caller bigint, term text, wanted int) returns table (company bigint, department bigint, place bigint, rank int) language plpgsql stable
set pg_trgm.similarity_threshold = 0.2 set pg_trgm.strict_word_similarity_threshold = 0.45 as $$
declare folded text := search_fold(term);
        words text[] := array(select w from unnest(string_to_array(folded, ' ')) w where w <> '' order by length(w) desc);
        compact text := regexp_replace(folded, '[^[:alnum:]]+', '', 'g');
        patterns text[] := array(select '%' || regexp_replace(w, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) w);
        short boolean := folded ~ '^[[:alnum:]]{1,2}$';     -- finds exact names, prefixes and whole words only
        keys text[] := '{}';                                -- empty for a term of up to three letters: no close spelling is tried
begin
    if length(compact) >= 4 then
        keys := array(select unnest(search_keys(compact, 2)) where length(compact) <= 11
                      union select k from unnest(words) w, unnest(search_keys(w, 1)) k where length(w) between 4 and 13);
    end if;
    return query with near as materialized (
            select n.*, n.whole like all (patterns) as has, similarity(folded, n.whole) as alike,
                   coalesce(starts_with(n.whole, folded) or starts_with(n.part, folded), false) as begins,
                   n.whole = folded or n.part is not distinct from folded or search_fold(n.label) = folded as same
              from (select c.doc from search_name c where short and (c.whole like folded || '%' or c.whole like '% ' || folded || '%')
                    union select c.doc from search_name c where not short and c.whole like patterns[1] and c.whole like all (patterns)
                    union select c.doc from search_name c where keys <> '{}' and (c.whole % folded or folded <<% c.whole)
                    union select c.doc from search_name c where search_name_keys(c.whole, c.tight) && keys) c
              join search_name n using (doc)
             where n.company <> caller and exists (select from community_member ours join community_member theirs using (community)
                                                    where ours.company = caller and theirs.company = n.company)
             order by same desc, begins desc, has desc, alike desc, n.label, n.company, n.department limit 1000
        ), ranked as (
            select n.*, x.edits,
                   case when n.same then 1
                        when n.begins then 2
                        when short then case when strpos(' ' || n.whole || ' ', ' ' || folded || ' ') > 0 then 3 end
                        when (select bool_and(strpos(' ' || n.whole, ' ' || w) > 0) from unnest(words) w) then 3
                        when n.has then 4
                        when x.edits <= 1 and y.apart is not null or x.edits = 2 and length(compact) >= 6 and y.apart <= 2 then 5
                        when y.apart = 1 then 6
                        when x.edits = 2 and y.apart is not null then 7
                   end as rank
              from near n
             cross join lateral (select search_edits(n.tight, compact) as edits offset 0) x
             cross join lateral (select case when keys = '{}' then null
                                             when cardinality(words) = 1 and x.edits <= case when folded ~ '[0-9]' then 1 else 2 end then 2
                                             else (select case when bool_and(a is not null) then max(a) end
                                                     from unnest(words) w, search_word_apart(w, n.whole, n.tight) a) end as apart offset 0) y
        )
        select r.company, r.department,
               row_number() over (order by least(r.rank, 5), case when r.rank < 5 then (r.department is not null)::int end, r.rank,
                                  case when r.rank <> 6 then r.edits end, r.department is not null, r.alike desc, r.label, r.company, r.department),
               least(r.rank, 5)
          from ranked r
         where r.rank < 7 or r.rank = 7 and not exists (select from ranked b where b.rank < 7)
         order by 3 limit wanted;
end $$;
