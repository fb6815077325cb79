-- ctl_doctor_alarms: the alarms that the watchers of the nodes have raised and not ended. Who was not seen for a minute is gone.
select node.name as node, problem ->> 'reason' as reason, problem ->> 'status' as status, problem ->> 'text' as text
  from collab.node, json_array_elements(node.problems) problem
 where node.seen_at > clock_timestamp() - interval '1 minute' order by 1, 2
