-- ctl_node_drain: asks a node to drain (arg.draining: true) or to serve again. The node's watcher reads this every second.
-- binds: arg.node, arg.draining
with named_node as (select name, process, drain_since from node where coalesce(id, name || '/' || process) = $1 for no key update),
changed_node as (
    update node set drain_since = case when $2::boolean then clock_timestamp() end
      from named_node
     where node.name = named_node.name and node.process = named_node.process and (named_node.drain_since is not null) <> $2::boolean
    returning node.process
)
select case when not exists (select from named_node) then 'process: there is no node ' || $1 end as refusal,
       exists (select from changed_node)::text as changed
