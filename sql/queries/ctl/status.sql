-- ctl_status: the exchange's state, as its database knows it: schema, backlog, dead letters, unfinished replays, days of the log of
-- attempts, and the holder of the horizon.
with recursive
-- piece: backlog
,
-- piece: horizon
, exchange_state as (
    select (select max(version) from schema_migration) as schema, dispatchers, backlog.backlog, oldest_due / 1000000 as oldest_due,
           outbox_oldest / 1000000 as outbox_oldest, dead_letters, partitions_ahead, oldest_attempt / 86400000000 as oldest_attempt,
           (select count(*) from subscription where paused_since is not null) as paused,
           (select count(*) from replay where state = 'running') as replays_running, (select count(*) from replay where state = 'paused') as replays_paused,
           dead_tuples as dead_rows, round(horizon.seconds)::bigint as oldest_snapshot, horizon.what as held_by
      from backlog left join horizon on true
), stored as (       -- the five companies that have stored most today
    select d.company, c.name, d.requests, d.bytes from company_day d join company c on c.id = d.company
     where d.day = (statement_timestamp() at time zone 'UTC')::date order by d.bytes desc, d.company limit 5
)
select schema::text, dispatchers::text, backlog::text as deliveries_to_do, oldest_due || ' s' as longest_overdue, outbox_oldest || ' s' as oldest_in_the_outbox,
       dead_letters::text, case when replays_running + replays_paused > 0 then replays_running || ' running, ' || replays_paused || ' paused' end as replays,
       nullif(paused, 0)::text as paused_subscriptions,
       partitions_ahead || case partitions_ahead when 1 then ' day' else ' days' end || ' ahead, oldest day ' || oldest_attempt || case oldest_attempt when 1 then ' day ago' else ' days ago' end as log_of_attempts,
       dead_rows::text as dead_rows_in_live_tables,
       (select string_agg(concat(name, ' (', company, ') ', pg_size_pretty(bytes)), ', ' order by bytes desc, company) from stored) as most_stored_today,
       oldest_snapshot || ' s' as oldest_snapshot, held_by,
       json_build_object('schema', exchange_state.schema, 'dispatchers', dispatchers, 'backlog', backlog, 'oldestDue', oldest_due, 'outboxOldest', outbox_oldest,
                         'deadLetters', dead_letters, 'partitionsAhead', partitions_ahead, 'oldestAttempt', oldest_attempt,
                         'replaysRunning', replays_running, 'replaysPaused', replays_paused, 'pausedSubscriptions', paused, 'deadRows', dead_rows,
                         'oldestSnapshot', oldest_snapshot, 'heldBy', held_by,
                         'storedToday', (select coalesce(json_agg(json_build_object('company', company, 'name', name, 'requests', requests, 'bytes', bytes)
                                                                order by bytes desc, company), '[]') from stored)) as json
  from exchange_state
