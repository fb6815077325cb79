-- ctl_rewrite_left: how many requests are still to be rewritten; no row: there is nothing to rewrite.
select (select count(*) from request where request.id > rewrite.after) as requests from rewrite
