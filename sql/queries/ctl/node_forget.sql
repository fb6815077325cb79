-- ctl_node_forget: deletes the row of a silent node, which ends the alarm about it.
-- binds: arg.node
with named_node as (
    select name, process, extract(epoch from clock_timestamp() - seen_at)::int as unseen from node
     where coalesce(id, name || '/' || process) = $1 for update
), deleted_node as (
    delete from node using named_node where node.name = named_node.name and node.process = named_node.process and unseen >= 15 returning unseen
)
select case when not exists (select from named_node) then 'node: there is no node ' || $1 || '; collabctl nodes lists them'
            when not exists (select from deleted_node) then 'node: ' || $1 || ' reported ' || (select unseen from named_node) || ' s ago; stop it first' end as refusal,
       (select 'the node ' || $1 || ' (' || name || ', process ' || process || ') is forgotten' from named_node) as said
