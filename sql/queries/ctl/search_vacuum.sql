-- ctl_search_vacuum: vacuums the search index, so that searches use index-only scans.
vacuum (analyze) search_posting, search_doc, search_term, search_word, search_name, search_source;
