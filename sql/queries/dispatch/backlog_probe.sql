-- backlog_probe: the amount and age of pending work, for the status page. may_vacuum: whether this role may vacuum; PostgreSQL 17 made
-- that a separate privilege.
with recursive
-- piece: backlog
select backlog.*, current_setting('server_version_num')::int >= 170000 as may_vacuum from backlog
