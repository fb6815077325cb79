-- ctl_node_show: the progress of draining a node.
-- binds: arg.machine, arg.process
select idle, under_way from node where name = $1 and process = $2::int
