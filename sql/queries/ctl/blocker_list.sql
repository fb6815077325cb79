-- ctl_blocker_list: what prevents the removal of dead rows or makes the service wait, oldest first.
-- with: blocker
select kind, name, who, state, (extract(epoch from clock_timestamp() - since)::bigint || ' s') as age, effect,
       json_build_object('kind', kind, 'name', name, 'user', who, 'state', state, 'since', stamp(since), 'effect', effect) as json
  from blocker order by since nulls last, kind, name
