-- node_seen: the time since each node's last report, and whether it is silent. `key` names the node. Leaves out rows from a dump.
node_seen as (
    select name, process, coalesce(id, name || '/' || process) as key, clock_timestamp() - seen_at as unseen_for,
           seen_at < clock_timestamp() - interval '15 seconds' as silent
      from node where of_table is null or of_table = tableoid
)
