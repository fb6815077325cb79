-- ctl_search_vacuum: rows that everybody may see are found in the index alone.
vacuum (analyze) search_posting, search_doc, search_term, search_word, search_name, search_source;
