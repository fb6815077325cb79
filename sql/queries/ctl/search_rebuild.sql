-- ctl_search_rebuild: the index anew, from the tables alone.
select search_rebuild() || ' companies and departments can be found' as said;
