-- Partner search: what the words of a text are. docs/search.md says what members and operators notice, bench/search/README.md has
-- the measurements. It is an index in plain tables and functions that ask it. Its extensions are contrib's and trusted: the
-- database's owner may create them. schema/01_types.sql creates pg_trgm.

create extension if not exists unaccent with schema collab;
create extension if not exists fuzzystrmatch with schema collab;
create extension if not exists intarray with schema collab;         -- idx(): where in an int[]; array_position() is ten times dearer

create text search configuration search_words (copy = pg_catalog.english);
create text search configuration search_surface (copy = pg_catalog.simple);

-- Any text as words of letters and digits: C++, C#, .NET keep a name of their own; S/4HANA, node.js, 802.1X, e-mail stand as
-- parts and as one. A contraction of "not" is left out: all of them are function words.
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
        t := regexp_replace(t, '([⺀-鿿가-힣豈-﫿])', ' \1 ', 'g');         -- no blanks between words: a sign is a word
        t := regexp_replace(t, '[^[:alnum:]]+', ' ', 'g');
    end if;
    return t;
end $$;

-- A name as it is compared: without accents and case, blanks single; punctuation stays.
create function search_fold(value text) returns text language sql stable parallel safe
return btrim(regexp_replace(lower(unaccent(value)), '\s+', ' ', 'g'));

-- A name, folded, without what does not tell it apart: blanks, punctuation, the legal form at its end.
create function search_bare(name text) returns text language sql immutable parallel safe
return replace(regexp_replace(btrim(regexp_replace(replace(name, '.', ''), '[^[:alnum:]]+', ' ', 'g')),
    '( (inc|llc|llp|ltd|limited|plc|corp|corporation|co|gmbh|ag|kg|kgaa|ohg|se|sa|sas|sarl|srl|spa|bv|nv|ab|as|asa|oy|oyj|aps|pty))+$', ''), ' ', '');

-- The keys by which a misspelt word finds the right one: the word itself, and what is left of it without one letter (`most` = 2:
-- without one or two). The indexes of these keys are chosen because computing them is dear (`cost`); pg_restore makes those with an
-- empty search path.
create function search_keys(word text, most int) returns text[] language plpgsql immutable parallel safe cost 10000 set search_path = collab as $$
declare keys text[] := array(select word union select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) i);
begin
    return case most when 1 then keys else array(select k from unnest(keys) w, unnest(search_keys(w, 1)) k group by 1) end;
end $$;

-- Those of a name: short names and words have too few trigrams to survive mistakes.
create function search_name_keys(whole text, tight text) returns text[] language plpgsql immutable parallel safe cost 10000 set search_path = collab as $$
begin
    return array(select unnest(search_keys(tight, 2)) where length(tight) between 3 and 9
                 union select k from unnest(string_to_array(whole, ' ')) x, unnest(search_keys(x, 1)) k where length(x) between 4 and 12);
end $$;

-- How many mistakes lie between two words, up to two: letters left out, added, or wrong, or two neighbours swapped; 3 for more.
-- levenshtein, which takes 255 letters at most, counts a swap as two.
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

-- The words of a query that are stop words of another European language that PostgreSQL knows, as search_text leaves them. Whether
-- they are not meant as English is certain by an accent ("für" is not "fur"), or by two of the same language and no English one
-- ("pour la"). doubtful: there is one, and no English one; the rest has to tell ("pour concrete", "logiciel pour restaurants").
create function search_foreign(query text) returns table (word text, certain boolean, doubtful boolean) language plpgsql stable as $$
begin
    return query with said as (
        select distinct w as raw, btrim(search_text(w)) as word, ts_lexize('english_stem', w) = '{}' as english
          from regexp_split_to_table(lower(query), '[^[:alpha:]]+') w where length(w) between 2 and 12
    ), heard as (       -- beside each: how many its language has here that are not English, too, and how many of the English ones it has not
        select s.*, count(*) filter (where not s.english) over language as its,
               (select count(*) from said o where o.english) - count(*) filter (where s.english) over language as strange
          from said s cross join unnest('{danish_stem,dutch_stem,finnish_stem,french_stem,german_stem,italian_stem,norwegian_stem,portuguese_stem,'
                                        'spanish_stem,swedish_stem}'::regdictionary[]) l (language)
         where ts_lexize(l.language, s.raw) = '{}' and not exists (select from search_role_word r where r.word = s.word)
        window language as (partition by l.language)
    )
    select h.word, bool_or(h.raw <> h.word or h.strange = 0 and h.its > 1), bool_or(h.strange = 0) from heard h where not h.english group by 1;
end $$;
