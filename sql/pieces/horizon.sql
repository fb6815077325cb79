-- horizon: the holder of the horizon: the oldest snapshot or transaction that vacuum must respect in this database. No row if there
-- is none. Without the privileges of pg_read_all_stats (sql/roles.sql), sessions of other roles show neither their state nor the start
-- of their transaction. Among holders with the same xid, one whose start is unknown comes first: otherwise a transaction of a
-- dispatcher would hide that holder.
horizon as (
    select holder, what, extract(epoch from clock_timestamp() - since) as seconds, xid::text as xid
      from (
        select least_old.xid, a.xact_start as since, 'session ' || a.pid as holder,
               format('session %s of user %s, application "%s", state %s', a.pid, a.usename, a.application_name, coalesce(a.state, 'not shown')) as what
          from pg_stat_activity a,
               lateral (select x as xid from unnest(array[a.backend_xmin, a.backend_xid]) x where x is not null order by age(x) desc limit 1) least_old
         where a.pid <> pg_backend_pid() and (a.datname = current_database() or a.datname is null)
           and a.backend_type is distinct from 'autovacuum worker'
           and not exists (select from pg_stat_progress_vacuum v where v.pid = a.pid)
        union all
        select p.transaction, p.prepared, 'prepared ' || p.gid, format('prepared transaction "%s" of user %s', p.gid, p.owner)
          from pg_prepared_xacts p where p.database = current_database()
        union all
        select s.xmin, null, 'slot ' || s.slot_name, format('replication slot "%s", %s', s.slot_name, case when s.active then 'in use' else 'not in use' end)
          from pg_replication_slots s where s.xmin is not null
      ) x
     order by age(xid) desc, since nulls first limit 1
)
