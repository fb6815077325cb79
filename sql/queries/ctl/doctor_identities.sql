-- ctl_doctor_identities: the nodes that report, and whose identity is not kept as it should be.
with
-- piece: node_seen
select node.name || ' (process ' || node.process || ')' as node, remark
  from node join node_seen using (name, process) where not silent and remark is not null order by 1
