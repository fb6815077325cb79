-- backlog_probe: how much work waits and how old it is, for the status page.
with recursive
-- piece: backlog
select * from backlog
