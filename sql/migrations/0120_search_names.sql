-- Names in scripts without blanks, names with short words beside punctuation, and long words with mistakes are found by name, too.

select show_limit();            -- loads pg_trgm, without which the settings below are unknown to this session

-- The caller's partners whose names match the term (interface.md 7.3), best first: exact, prefix, word, substring, close spelling.
-- * The name must have every word of the term, in close spelling or not. Blanks separate words, so one half of "Johnson/Smith" with
--   two letters swapped is not found.
-- * A term of one or two letters matches substrings only in a script without blanks between words.
-- * Candidates for close spelling come from trigrams; for short names and words, from search_name_keys. The thresholds were chosen
--   with 464 names of companies.
-- * It ranks at most 1,000 candidates, five times as many as are shown, to bound the cost of a term that very many names contain.
--   Names that have every word come first, so if there are 1,000 of them, no close spelling is looked for. (A label with a dash may
--   have the term although the name has not.)
-- * The words are looked up together, so that the index begins with the rarest. Sequential scans are off, as one would compute the keys of
--   every name; JIT would take longer than the search.
-- * Two mistakes in the whole term are closer (rank 5) than one in each word (6). Two mistakes in a short term, or in a short word,
--   count only if nothing else is found (7).
create or replace function search_names(caller bigint, term text, wanted int) returns table (company bigint, department bigint, place bigint, rank int) language plpgsql stable
set pg_trgm.similarity_threshold = 0.2 set pg_trgm.strict_word_similarity_threshold = 0.45 set enable_seqscan = off set jit = off as $$
declare folded text := search_fold(term);
        words text[] := array(select w from unnest(string_to_array(folded, ' ')) w where w <> '' order by length(w) desc);
        compact text := regexp_replace(folded, '[^[:alnum:]]+', '', 'g');
        patterns text[] := array(select '%' || regexp_replace(w, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) w);
        -- finds exact names, prefixes and whole words only. The scripts without blanks: Thai, Lao, Burmese, Khmer, Chinese, Japanese
        short boolean := folded ~ '^[[:alnum:]]{1,2}$' and folded !~ '[฀-໿က-႟ក-៿⺀-鿿豈-﫿]';
        whole_word text := '(^|[^[:alnum:]])' || folded || '($|[^[:alnum:]])';      -- of a short term
        close boolean := length(compact) >= 4;              -- tries close spellings
        keys text[] := '{}';                                -- of the short words among them
begin
    if close then
        keys := array(select unnest(search_keys(compact, 2)) where length(compact) <= 11
                      union select k from unnest(words) w, unnest(search_keys(w, 1)) k where length(w) between 4 and 13);
    end if;
    return query with named as materialized (
            select c.doc from search_name c where short and (c.whole like folded || '%' or c.whole like '% ' || folded || '%' or folded <<% c.whole)
            union select c.doc from search_name c
             where not short and c.whole like patterns[1] and c.whole like coalesce(patterns[2], patterns[1]) and c.whole like coalesce(patterns[3], patterns[1])
               and c.whole like coalesce(patterns[4], patterns[1]) and c.whole like all (patterns)
        ), crowd as materialized (
            select strpos(folded, ' - ') = 0 and count(*) = 1000 as crowded
              from (select from named join search_name n using (doc)
                     where n.company <> caller and exists (select from community_member ours join community_member theirs using (community)
                                                            where ours.company = caller and theirs.company = n.company) limit 1000) seen
        ), near as materialized (
            select n.*, n.whole like all (patterns) as has, similarity(folded, n.whole) as alike,
                   coalesce(starts_with(n.whole, folded) or starts_with(n.part, folded), false) as begins,
                   n.whole = folded or n.part is not distinct from folded or n.department is not null and search_fold(n.label) = folded as same
              from (select c.doc from named c
                    union select c.doc from search_name c where close and not (select crowded from crowd) and (c.whole % folded or folded <<% c.whole)
                    union select c.doc from search_name c where not (select crowded from crowd) and search_name_keys(c.whole, c.tight) && keys) c
              join search_name n using (doc)
             where n.company <> caller and exists (select from community_member ours join community_member theirs using (community)
                                                    where ours.company = caller and theirs.company = n.company)
             order by same desc, begins desc, has desc, alike desc, n.label, n.company, n.department limit 1000
        ), rarest as materialized (
            select array_agg(w order by seen) as first from (select w, (select count(*) from near where strpos(near.whole, w) > 0) as seen from unnest(words) w) x
        ), ranked as (
            select n.*, x.edits,
                   case when n.same then 1
                        when n.begins then 2
                        when short then case when n.whole ~ whole_word then 3 end
                        when (select bool_and(strpos(' ' || n.whole, ' ' || w) > 0) from unnest(words) w) then 3
                        when n.has then 4
                        when x.edits <= 1 and y.apart is not null or x.edits = 2 and length(compact) >= 6 and y.apart <= 2 then 5
                        when y.apart = 1 then 6
                        when x.edits = 2 and y.apart is not null then 7
                   end as rank
              from near n
             cross join lateral (select search_edits(n.tight, compact) as edits offset 0) x
             cross join lateral (select case when not close or n.same or n.begins or n.has then null
                                             when cardinality(words) = 1 and x.edits <= case when folded ~ '[0-9]' then 1 else 2 end then 2
                                             when exists (select from unnest((select r.first from rarest r)) w where search_word_apart(w, n.whole, n.tight) is null) then null
                                             else (select max(search_word_apart(w, n.whole, n.tight)) from unnest(words) w) end as apart offset 0) y
        )
        select r.company, r.department,
               row_number() over (order by least(r.rank, 5), case when r.rank < 5 then (r.department is not null)::int end, r.rank,
                                  case when r.rank <> 6 then r.edits end, r.department is not null, r.alike desc, r.label, r.company, r.department),
               least(r.rank, 5)
          from ranked r
         where r.rank < 7 or r.rank = 7 and not exists (select from ranked b where b.rank < 7)
         order by 3 limit wanted;
end $$;
