-- ctl_node_list: a machine's nodes whose last report is less than 30 s old; with arg.process, only those with this process id. Without a
-- place, as in 0.1.0, the machine's name tells where the process is.
-- binds: arg.machine, arg.process, arg.place
select process, coalesce(id, name || '/' || process) as node from node
 where (place = $3 or place is null and name = $1) and ($2::int is null or process = $2::int) and seen_at > clock_timestamp() - interval '30 seconds'
 order by process
