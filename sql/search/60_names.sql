-- Partner search: names.

select show_limit();            -- loads pg_trgm, without which the settings below are unknown to this session

-- The documents of the communities `visible` whose name a query is, the company's, the department's or both, legal forms aside;
-- `unsure`, when a word of it may be mistyped: or one mistake away from it, two for names of ten letters and more.
create function search_named(visible int[], query text, unsure boolean) returns int[] language plpgsql stable
set plan_cache_mode = force_generic_plan set pg_trgm.similarity_threshold = 0.4 as $$
declare
    folded text := search_fold(query);
    bare text := search_bare(folded);
    keys text[];
    named int[] := '{}';
begin
    if length(query) <= 200 and bare <> '' then
        named := array(select d.id from search_doc d
                        where d.id = any (array(select n.doc from search_name n where search_bare(n.whole) = bare
                                                union
                                                select n.doc from search_name n where search_bare(n.part) = bare)) and d.communities && visible);
        if named = '{}' and unsure and length(bare) between 5 and 60 then
            keys := search_keys(bare, 1);
            named := array(
                select x.doc
                  from (select y.doc, y.edits, min(y.edits) over () as least
                          from (select n.doc, search_edits(search_bare(n.whole), bare) as edits
                                  from (select k.doc from search_name_deletion k where k.key = any (keys)
                                        union
                                        select s.doc from search_name s where length(bare) >= 9 and s.whole % folded) c
                                  join search_name n on n.doc = c.doc join search_doc d on d.id = c.doc
                                 where d.communities && visible and abs(length(search_bare(n.whole)) - length(bare)) <= 2 offset 0) y
                         where y.edits <= case when length(bare) >= 10 then 2 else 1 end) x
                 where x.edits = x.least);
        end if;
    end if;
    return named;
end $$;

-- Names like the term among the caller's partners (interface.md 7.3), best first: exact, prefix, word, substring, close spelling;
-- every word of the term must be in the name, close spelling or not. Words are what blanks divide: one half of "Johnson/Smith"
-- with two letters swapped is not found. Candidates for close spelling come from trigrams, and those for short names and words
-- from search_name_deletion. The thresholds were chosen on 464 names (bench/search/README.md). Two mistakes against the whole
-- name were once forgiven wherever they were: they turned one short word, or a number, into another. Two mistakes in a short term
-- are forgiven only when nothing is closer.
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
    if words = '{}' then return; end if;
    if length(compact) between 4 and 11 then keys := search_keys(compact, 2); end if;
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
                        when close and x.edits <= 2 and (cardinality(words) = 1 or
                             (select bool_and(strpos(n.whole, w) > 0 or b.bare <> '' and strpos(n.tight, b.bare) > 0
                                              or length(b.bare) >= 4 and strict_word_similarity(w, n.whole) >= 0.45
                                              or exists (select from unnest(string_to_array(n.whole, ' ')) x
                                                          where greatest(length(x), length(b.bare)) >= 4
                                                            and search_edits(x, w) <= case when length(b.bare) >= 6 then 2 else 1 end))
                                from unnest(words) w cross join lateral (select regexp_replace(w, '[^[:alnum:]]+', '', 'g')) b (bare))) then 5
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
