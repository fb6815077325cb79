-- ctl_node_overview: one row for each node whose watcher has reported within the last hour: the node's state, the deliveries under way,
-- and the watcher's findings. A watcher that has not reported for 15 s is silent; its node's state is then unknown.
with
-- piece: node_seen
, overview as (
    select n.name, n.process, key, n.version, n.started_at, n.under_way, extract(epoch from unseen_for)::int as seen,
           case when silent then 'silent' when n.drain_since is not null then 'draining' else 'serving' end as state,
           case when silent or bool_or(p.value ->> 'status' = 'failing') then 'failing' when count(p.value) > 0 then 'attention' else 'ok' end as health,
           array_remove(array_agg(p.value ->> 'reason' order by p.value ->> 'reason'), null) as problems
      from node n join node_seen using (name, process) left join json_array_elements(n.problems) p on true
     group by n.name, n.process, key, unseen_for, silent
)
select name as node, process, version, state, seen || ' s ago' as seen, stamp(started_at) as started, under_way, health, array_to_string(problems, ', ') as problems, key as id,
       json_build_object('node', name, 'process', process, 'version', version, 'state', state, 'seenSeconds', seen, 'startedAt', stamp(started_at),
                         'underWay', under_way, 'health', health, 'problems', problems, 'id', key) as json
  from overview order by name, process
