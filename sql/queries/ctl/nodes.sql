-- ctl_nodes: the findings of watchers that are not silent, one row each, worst first. A node without findings has one row with nulls.
with
-- piece: node_seen
select n.name as node, key as id,
       p.value ->> 'reason' as reason, p.value ->> 'status' as status, p.value ->> 'text' as text
  from node n join node_seen using (name, process) left join json_array_elements(n.problems) p on true
 where not silent
 order by (p.value ->> 'status') = 'failing' desc nulls last, n.name, n.process
