-- watch_look: what a node's watcher checks every second: the clock, the accepted time, the canary, the dispatchers, the other nodes and maintenance. While
-- no dispatcher runs, `waiting` is the age of the oldest work in microseconds.
-- binds: value.id
with recursive
-- piece: node_seen
, other_node as (select * from node_seen where key is distinct from $1
), dispatcher_session as (
    select a.usename::text as role
      from pg_locks l join pg_database b on b.oid = l.database and b.datname = current_database() left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = {lock.dispatcher}::int::oid and l.objsubid = 2 and l.granted
), endpoint (queue, due_at, n) as (     -- the first due delivery of each queue, found by hopping through the index
    (select queue, due_at, 1 from delivery where claim is null and not exists (select from dispatcher_session) order by queue, due_at limit 1)
    union all
    select next_endpoint.queue, next_endpoint.due_at, n + 1
      from endpoint, lateral (select d.queue, d.due_at from delivery d where d.claim is null and d.queue > endpoint.queue order by d.queue, d.due_at limit 1) next_endpoint
     where n < 1000
), oldest_work (since) as (
    select min(due_at) from endpoint where queue <> all (array(select queue from subscription where paused_since is not null))
    union all
    select created_at from event
     where not exists (select from dispatcher_session)
       and id = (select min(x.event) from unnest('{1,2}'::smallint[]) webhooks, lateral (
                        select o.event from outbox o where o.channel = webhooks order by o.event limit 1) x)
)
select (select sealed::text from canary) as canary, (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as clock,
       (select count(*) from dispatcher_session)::text as dispatchers, (select min(role) from dispatcher_session where role <> 'collab_dispatch') as dispatcher_role,
       (select greatest(0, extract(epoch from clock_timestamp() - min(since)) * 1000000)::bigint from oldest_work)::text as waiting,
       (select message from maintenance) as maintenance,
       (select (extract(epoch from accepted) * 1000000)::bigint from accepted_time)::text as accepted,
       (select (extract(epoch from parted_for) * 1000000)::bigint from accepted_time where gap is not null)::text as parted_for,
       (select (extract(epoch from interval '72 hours' - steady_for) * 1000000)::bigint from accepted_time)::text as accepts_in,
       (select count(*) from other_node where not silent)::text as nodes, (select count(*) from node where id is null)::text as older,
       (select string_agg(name || ' (process ' || process || ') for ' || extract(epoch from unseen_for)::int || ' s', ', ' order by unseen_for)
          from (select * from other_node where silent order by unseen_for limit 3) silent_node) as silent
