-- ctl_doctor_alarms: the open alarms of the nodes' watchers, without those of silent nodes.
with
-- piece: node_seen
select node.name as node, problem ->> 'reason' as reason, problem ->> 'status' as status, problem ->> 'text' as text
  from node join node_seen using (name, process), json_array_elements(node.problems) problem
 where not silent order by 1, 2
