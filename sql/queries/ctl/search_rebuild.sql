-- ctl_search_rebuild: rebuilds the search index from the source tables.
select search_rebuild() || ' companies and departments can be found' as said;
