-- ctl_node_show: the progress of draining a node.
-- binds: arg.node
select idle, under_way from node where coalesce(id, name || '/' || process) = $1
