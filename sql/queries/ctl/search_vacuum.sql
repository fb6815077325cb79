-- ctl_search_vacuum: rows that everybody may see are found in the index alone.
vacuum (analyze) search_block, search_level, search_doc, search_term, search_word, search_deletion, search_stem, search_name, search_name_deletion, search_source;
