-- backlog_probe: how much is to be done and how old it is, for the status page.
with recursive
-- piece: backlog
select * from backlog
