-- Three of the synonyms that 0004 brings were written over two lines: a query with their long form did not find the short one, and
-- `collabctl search synonym --remove` did not find them.

delete from search_word where word ~ '\s';
delete from search_deletion where word ~ '\s';

with broken as (
    delete from search_synonym where meaning ~ '\n' returning phrase, regexp_replace(meaning, '\s+', ' ', 'g') as meaning, weight
)
insert into search_synonym (phrase, meaning, weight) select phrase, meaning, weight from broken on conflict (phrase, meaning) do nothing;

select search_word_keep(array(select w from search_synonym, unnest(string_to_array(meaning, ' ')) w where phrase in ('api', 'healthcare', 'siem')), true);
