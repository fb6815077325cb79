-- ctl_nodes: what the watchers of the nodes have found that are not silent, one row for each reason; one with nulls for a node that is well. Worst first.
with
-- piece: node_seen
select n.name as node, n.name || ' ' || n.process as id,
       p.value ->> 'reason' as reason, p.value ->> 'status' as status, p.value ->> 'text' as text
  from node n join node_seen using (name, process) left join json_array_elements(n.problems) p on true
 where not silent
 order by (p.value ->> 'status') = 'failing' desc nulls last, n.name, n.process
