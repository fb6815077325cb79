-- node_seen: the time since each node's last report, and whether it is silent.
node_seen as (
    select name, process, clock_timestamp() - seen_at as unseen_for, seen_at < clock_timestamp() - interval '15 seconds' as silent from node
)
