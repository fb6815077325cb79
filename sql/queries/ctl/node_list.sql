-- ctl_node_list: a machine's nodes whose last report is less than 30 s old; with arg.process, only the node with this process id.
-- binds: arg.machine, arg.process
select process from node
 where name = $1 and ($2::int is null or process = $2::int) and seen_at > clock_timestamp() - interval '30 seconds'
 order by process
