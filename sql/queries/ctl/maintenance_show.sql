-- ctl_maintenance_show: whether there is maintenance, since when and by whom, and which nodes refuse writes.
with running_node as (
    select name || ' ' || process as node, exists (select from json_array_elements(problems) p where p ->> 'reason' = 'maintenance') as refuses
      from node where seen_at > clock_timestamp() - interval '30 seconds'
)
select case when m.id is null then 'off' else 'on' end as maintenance, m.message, m.who, stamp(m.since) as since,
       (select string_agg(node, ', ' order by node) from running_node where refuses) as nodes_that_refuse_writes,
       (select string_agg(node, ', ' order by node) from running_node where not refuses) as nodes_that_take_writes,
       json_build_object('on', m.id is not null, 'message', m.message, 'who', m.who, 'since', stamp(m.since),
                         'refuse', array(select node from running_node where refuses order by node),
                         'take', array(select node from running_node where not refuses order by node)) as json
  from (select) one left join maintenance m on true
