-- ctl_migration_holder: the sessions and prepared transactions that hold a lock for which a part of a migration has waited, oldest first:
-- a lock on a table that its `lock table` names, or on any table if it has none. They began before the try, arg.since. Statements
-- that waited behind the migration began later. For an index that is made or dropped `concurrently`, arg.concurrent, those for which it
-- may wait: also sessions with a snapshot, on whatever table. They began two seconds earlier, so those that end at once are left out.
-- A role that may not read other roles' sessions sees no backend_type.
-- binds: arg.script, arg.since, arg.concurrent
with asked (names, mode) as (select words[1], words[2] from regexp_match($1, '^\s*lock table ([a-z_, ]+?) in ([a-z ]+) mode', 'n') words),
named (id) as (select to_regclass('collab.' || btrim(name)) from asked, regexp_split_to_table(asked.names, ',') name),
wanted (id) as (
    select id from named
    union select inhrelid from pg_inherits join named on named.id = inhparent
    union select oid from pg_class where relnamespace = 'collab'::regnamespace and relkind in ('r', 'p') and not exists (select from asked)
), held (pid, transaction) as (
    select distinct l.pid, l.virtualtransaction from pg_locks l join wanted on wanted.id = l.relation
     where l.granted and l.database = (select oid from pg_database where datname = current_database()) and l.pid is distinct from pg_backend_pid()
       and (l.mode not in ('AccessShareLock', 'RowShareLock') or coalesce((select mode from asked), 'access exclusive') = 'access exclusive')
    union
    select pid, null from pg_stat_activity
     where $3::boolean and backend_xmin is not null and coalesce(backend_type, 'client backend') = 'client backend' and datname = current_database() and pid <> pg_backend_pid()
), began (before) as (select $2::timestamptz - case when $3::boolean then interval '2 seconds' else '0' end)
select a.pid::text as holder, a.xact_start as at,
       concat('session ', a.pid, ' (', concat_ws(', ', a.usename, nullif(a.application_name, ''), coalesce(a.state, a.backend_type),
                                                 extract(epoch from clock_timestamp() - a.xact_start)::bigint || ' s in its transaction'), ')') as said
  from (select distinct pid from held) h join pg_stat_activity a using (pid), began where coalesce(a.xact_start < began.before, true)
union all
select p.gid, p.prepared, concat('prepared transaction ', p.gid, ' (', p.owner, ', ', extract(epoch from clock_timestamp() - p.prepared)::bigint, ' s)')
  from held join pg_prepared_xacts p on held.pid is null and held.transaction = '-1/' || p.transaction
 order by 2 nulls last
