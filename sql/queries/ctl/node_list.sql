-- ctl_node_list: the nodes of a machine that were seen within the last half minute, or the one of them with this process id.
-- binds: arg.machine, arg.process
select process from node
 where name = $1 and ($2::int is null or process = $2::int) and seen_at > clock_timestamp() - interval '30 seconds'
 order by process
