-- backlog_probe: how much work waits and how old it is, for the status page; and whether this role may vacuum, which PostgreSQL 17 made a
-- privilege of its own.
with recursive
-- piece: backlog
select backlog.*, current_setting('server_version_num')::int >= 170000 as may_vacuum from backlog
