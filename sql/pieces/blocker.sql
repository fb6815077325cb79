-- blocker: what prevents the removal of dead rows or makes the service wait: sessions whose transaction has been open for five
-- seconds, or that hold a lock for which a role of the service waits; prepared transactions; and replication slots that retain rows
-- or WAL.
waited_for (pid) as (
    select distinct unnest(pg_blocking_pids(pid)) from pg_stat_activity where usename in ('collab_api', 'collab_dispatch') and datname = current_database()
), blocker (kind, name, who, state, since, effect, slot_session) as (
    select 'session', a.pid::text, a.usename::text, coalesce(nullif(a.application_name, '') || ', ', '') || coalesce(a.state, a.backend_type), a.xact_start,
           concat_ws(', ', case when a.backend_xmin is not null or a.backend_xid is not null then 'keeps dead rows' end,
                           case when a.pid in (select pid from waited_for) then 'makes the service wait' end), null::int
      from pg_stat_activity a
     where a.pid <> pg_backend_pid() and (a.datname = current_database() or a.datname is null) and a.backend_type is distinct from 'autovacuum worker'
       and not exists (select from pg_stat_progress_vacuum v where v.pid = a.pid)
       and (a.pid in (select pid from waited_for)
            or (a.backend_xmin is not null or a.backend_xid is not null) and a.xact_start < clock_timestamp() - interval '5 seconds')
    union all
    select 'prepared', p.gid, p.owner::text, 'prepared transaction', p.prepared, 'keeps dead rows and locks', null
      from pg_prepared_xacts p where p.database = current_database()
    union all
    select 'slot', s.slot_name::text, null, case when s.active then 'in use by session ' || s.active_pid else 'not in use' end, null,
           concat_ws(' and ', case when s.xmin is not null then 'keeps dead rows' end, case when s.restart_lsn is not null then 'keeps WAL' end), s.active_pid
      from pg_replication_slots s where s.xmin is not null or s.restart_lsn is not null
)
