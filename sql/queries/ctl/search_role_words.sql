-- ctl_search_role_words: the role words.
select word, to_json(word) as json from search_role_word order by word;
