-- ctl_node_show: how far a node has come with being drained.
-- binds: arg.machine, arg.process
select idle, under_way from node where name = $1 and process = $2::int
