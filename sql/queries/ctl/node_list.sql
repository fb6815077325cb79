-- ctl_node_list: the nodes of a machine that reported within the last 30 s, or only the one with the process id arg.process.
-- binds: arg.machine, arg.process
select process from node
 where name = $1 and ($2::int is null or process = $2::int) and seen_at > clock_timestamp() - interval '30 seconds'
 order by process
