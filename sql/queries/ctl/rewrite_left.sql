-- ctl_rewrite_left: the number of requests left to rewrite; no row: no rewrite is under way.
select (select count(*) from request where request.id > rewrite.after) as requests from rewrite
