-- ctl_node_drain: asks a node to drain (arg.draining: true) or to serve again. The node's watcher reads this every second.
-- binds: arg.machine, arg.process, arg.draining
with named_node as (select process, drain_since from node where name = $1 and process = $2::int for no key update),
changed_node as (
    update node set drain_since = case when $3::boolean then clock_timestamp() end
      from named_node where node.name = $1 and node.process = named_node.process and (named_node.drain_since is not null) <> $3::boolean
    returning node.process
)
select case when not exists (select from named_node) then 'process: there is no node with process ' || $2 || ' on ' || $1 end as refusal,
       exists (select from changed_node)::text as changed
