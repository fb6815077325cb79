-- ctl_nodes: what the watchers of the nodes have found that were seen within the last half minute, one row for each reason; one with nulls for a node that
-- is well. Worst first.
select n.name as node, n.name || ' ' || n.process as id,
       p.value ->> 'reason' as reason, p.value ->> 'status' as status, p.value ->> 'text' as text
  from node n left join json_array_elements(n.problems) p on true
 where n.seen_at > clock_timestamp() - interval '30 seconds'
 order by (p.value ->> 'status') = 'failing' desc nulls last, n.name, n.process
