-- Partner search: a partner who says much of himself is read as quickly as others (docs/search.md).

-- A row of more than 2,000 bytes keeps its longest values elsewhere, in pieces, and each look at one fetches them anew: with some 250 different words and
-- more in a text, scoring a document took ten times as long, and a search two and a half times. A page of 8,000 bytes holds what 900 words make.
alter table search_doc set (toast_tuple_target = 8160);
alter table search_source set (toast_tuple_target = 8160);

-- Those that are elsewhere already come home: what is put together anew is stored anew.
update search_doc set terms = array_cat(terms, '{}'), impacts = array_cat(impacts, '{}') where cardinality(terms) > 150;
update search_source set words = words || ''::tsvector, surface = array_cat(surface, '{}') where cardinality(surface) > 50;
