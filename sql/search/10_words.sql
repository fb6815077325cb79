-- Partner search: splitting a text into words. The search consists of an index in plain tables and functions that query it.
-- docs/search.md describes its behaviour, bench/search/README.md the measurements. The extensions come with PostgreSQL (contrib) and
-- are trusted, so the database's owner may create them. schema/01_types.sql creates pg_trgm.

create extension if not exists unaccent with schema collab;
create extension if not exists fuzzystrmatch with schema collab;
create extension if not exists intarray with schema collab;         -- idx(): position in an int[]; array_position() costs ten times as much

create text search configuration search_words (copy = pg_catalog.english);
create text search configuration search_surface (copy = pg_catalog.simple);

-- Reduces a text to words of letters and digits. C++, C# and .NET get distinct names. S/4HANA, node.js, 802.1X and e-mail yield
-- their parts and the joined word. Contractions of "not" are dropped, because all of them are function words.
create function search_text(value text) returns text language plpgsql stable parallel safe as $$
declare t text := lower(unaccent(coalesce(value, '')));
begin
    if t ~ '[^a-z0-9 ,]' then
        t := regexp_replace(t, '[''’]s\M|\m[a-z]+n[''’]t\M', '', 'g');
        t := regexp_replace(t, '([[:alnum:]])\+\+', '\1plusplus', 'g');
        t := regexp_replace(t, '\m([a-z])#', '\1sharp', 'g');
        t := regexp_replace(t, '(^|[^[:alnum:]]|\m(?:asp|ado|vb|ml))\.net\M', '\1 dotnet ', 'g');
        t := regexp_replace(t, '\m([[:alnum:]]{1,2})[./-]([[:alnum:]]+)', '\1 \2 \1\2', 'g');
        t := regexp_replace(t, '([[:alnum:]]+)[./-]([[:alnum:]]{1,2})\M', '\1 \2 \1\2', 'g');
        t := regexp_replace(t, '([⺀-鿿가-힣豈-﫿])', ' \1 ', 'g');         -- a script without blanks between words: each character is a word
        t := regexp_replace(t, '[^[:alnum:]]+', ' ', 'g');
    end if;
    return t;
end $$;

-- Normalizes a name for comparison: lower case, no accents, single blanks; punctuation stays.
create function search_fold(value text) returns text language sql stable parallel safe
return btrim(regexp_replace(lower(unaccent(value)), '\s+', ' ', 'g'));

-- Reduces a folded name to what distinguishes it: removes blanks, punctuation and the legal form at its end.
create function search_bare(name text) returns text language sql immutable parallel safe
return replace(regexp_replace(btrim(regexp_replace(replace(name, '.', ''), '[^[:alnum:]]+', ' ', 'g')),
    '( (inc|llc|llp|ltd|limited|plc|corp|corporation|co|gmbh|ag|kg|kgaa|ohg|se|sa|sas|sarl|srl|spa|bv|nv|ab|as|asa|oy|oyj|aps|pty))+$', ''), ' ', '');

-- The keys by which a misspelt word finds the right one: the word, and every text that is left when one letter is removed (`most` = 2:
-- one or two letters). The high `cost` makes the planner use the indexes on these keys. The search path is set because pg_restore
-- builds those indexes with an empty search path.
create function search_keys(word text, most int) returns text[] language plpgsql immutable parallel safe cost 10000 set search_path = collab as $$
declare keys text[] := array(select word union select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) i);
begin
    return case most when 1 then keys else array(select k from unnest(keys) w, unnest(search_keys(w, 1)) k group by 1) end;
end $$;

-- The keys of a name. Only short names and words have keys: their trigrams are so few that a mistake changes most of them.
create function search_name_keys(whole text, tight text) returns text[] language plpgsql immutable parallel safe cost 10000 set search_path = collab as $$
begin
    return array(select unnest(search_keys(tight, 2)) where length(tight) between 3 and 9
                 union select k from unnest(string_to_array(whole, ' ')) x, unnest(search_keys(x, 1)) k where length(x) between 4 and 12);
end $$;

-- The number of mistakes between two words: omitted, added or wrong letters, and swapped neighbours. Returns 3 for more than two.
-- levenshtein counts a swap as two, and accepts at most 255 letters.
create function search_edits(one text, other text) returns int language plpgsql immutable parallel safe as $$
declare a text := left(one, 200); b text := left(other, 200);
        plain int := levenshtein_less_equal(a, b, 4); best int := least(plain, 3); rest int;
begin
    if plain < 2 or plain > 4 or plain = 2 and length(a) <> length(b) then return best; end if;
    for i in 1 .. length(a) - 1 loop
        one := overlay(a placing reverse(substr(a, i, 2)) from i for 2);
        if one = b then return 1; end if;
        rest := levenshtein_less_equal(one, b, 2);
        if rest < 2 or rest = 2 and plain > 2 and search_edits(one, b) = 1 then best := 2; end if;
    end loop;
    return best;
end $$;

-- The words of a query, as search_text returns them, that are stop words of another European language known to PostgreSQL.
-- certain: the word is not English, because it has an accent ("für" is not "fur"), or because the query has two stop words of the
-- same language and no English one ("pour la").
-- doubtful: the query has no English stop word. Then its other words decide whether this word is left out (search_read): "pour" is
-- left out of "logiciel pour restaurants", but not out of "pour concrete".
create function search_foreign(query text) returns table (word text, certain boolean, doubtful boolean) language plpgsql stable as $$
begin
    return query with said as (
        select distinct w as raw, btrim(search_text(w)) as word, ts_lexize('english_stem', w) = '{}' as english
          from regexp_split_to_table(lower(query), '[^[:alpha:]]+') w where length(w) between 2 and 12
    ), heard as (       -- for each language, its: number of stop words that are not English; strange: of English ones that it lacks
        select s.*, count(*) filter (where not s.english) over language as its,
               (select count(*) from said o where o.english) - count(*) filter (where s.english) over language as strange
          from said s cross join unnest('{danish_stem,dutch_stem,finnish_stem,french_stem,german_stem,italian_stem,norwegian_stem,portuguese_stem,'
                                        'spanish_stem,swedish_stem}'::regdictionary[]) l (language)
         where ts_lexize(l.language, s.raw) = '{}' and not exists (select from search_role_word r where r.word = s.word)
        window language as (partition by l.language)
    )
    select h.word, bool_or(h.raw <> h.word or h.strange = 0 and h.its > 1), bool_or(h.strange = 0) from heard h where not h.english group by 1;
end $$;
