-- delivery_recover: releases deliveries whose lease has ended. A lease ends at its time, or when its holder is gone: no session holds
-- the advisory lock of the number with which its claim id begins.
-- * A dispatcher killed with -9 is gone as soon as its session is. One that only lost its session has time to reconnect: it counts as
--   gone when the previous recovery missed it, too (arg.missed; null: it counts as gone at once).
-- * A delivery that has lost more than five leases in a row without an answer becomes a dead letter. A lease of the caller's own does
--   not count: the answer to its claim was lost, so the delivery was not sent.
-- * A released delivery is due now, so that no dispatcher's cached due time hides it.
-- * Only this statement deletes leases without deliveries, so a settlement leaves empty leases. arg.ended names those of
--   the caller; any other empty lease is deleted once it has ended.
-- binds: arg.own, arg.missed, arg.since, arg.ended
with missing_dispatcher as (
    select number, lpad(to_hex(number), 8, '0') as holder from dispatcher
     where number <> $1::int
       and not exists (select from pg_locks l
                        where l.locktype = 'advisory' and l.classid = {lock.dispatcher}::int::oid and l.objsubid = 2 and l.granted and l.objid = number::oid)
), gone_dispatcher as (select number, holder from missing_dispatcher where $2::text[] is null or holder = any ($2::text[])),
ended_lease as materialized (    -- each branch uses an index
    select claim, until, deliveries from lease
     where until >= timestamptz 'epoch' + $3::bigint * interval '1 microsecond' and until < statement_timestamp()
    union all
    select l.claim, l.until, l.deliveries from gone_dispatcher join lease l on left(l.claim::text, 8) = gone_dispatcher.holder
     where l.until >= statement_timestamp()
    union all           -- the caller's leases: all their deliveries are settled, or the claim's answer never came
    select claim, until, deliveries from lease where claim = any ($4::uuid[]) and until >= statement_timestamp()
), leased_delivery as materialized (
    select x.id, ended_lease.claim, d.place, d.queue
      from ended_lease cross join unnest(ended_lease.deliveries) as x (id)
     cross join lateral (select ctid as place, queue from delivery where id = x.id and claim = ended_lease.claim limit 1) d
     where exists (select from subscription s where s.queue = d.queue)          -- else the queue was dropped
), locked_subscription as (    -- skips locked rows: not waiting avoids deadlocks, and delays no other subscription's deliveries
    select id, queue from subscription where queue = any (array(select distinct queue from leased_delivery)) for key share skip locked
), locked_delivery as (
    select ctid as place, event, queue, attempts, leases_lost + (claim <> all ($4::uuid[]))::int as leases_lost from delivery
     where ctid = any (array(select place from leased_delivery)) and claim = any (array(select claim from ended_lease)) and queue = any (array(select queue from locked_subscription))
     limit 1000 for update skip locked
), lost_delivery as (
    select locked_delivery.*, locked_subscription.id as subscription from locked_delivery join locked_subscription using (queue)
), returned_delivery as (
    update delivery set claim = null, due_at = clock_timestamp(), leases_lost = leases_lost + (claim <> all ($4::uuid[]))::int
     where ctid = any (array(select place from lost_delivery where leases_lost <= 5))
), new_dead_letter as (
    insert into dead_letter (event, subscription, reason) select event, subscription, 'worker lost' from lost_delivery where leases_lost > 5
    on conflict (event, subscription) do nothing
), new_attempt as (
    insert into attempt (subscription, event, number, success, error, duration_ms, created_at, dead_letter, delivery_queue)
    select subscription, event, attempts + 1, false, 'worker lost', 0, clock_timestamp(), true, queue from lost_delivery where leases_lost > 5
), ended_delivery as (delete from delivery where ctid = any (array(select place from lost_delivery where leases_lost > 5))),
empty_lease as (
    delete from lease where claim = any (array(
           select claim from lease where claim = any (array(select claim from ended_lease except select claim from leased_delivery)) for update skip locked))
), locked_dispatcher as (    -- the numbers of gone dispatchers without leases; under their locks nobody enters with them
    select number from gone_dispatcher
     where not exists (select from ended_lease where left(ended_lease.claim::text, 8) = gone_dispatcher.holder)
       and pg_try_advisory_xact_lock({lock.dispatcher}, number)
)
select (select count(*) from lost_delivery) as lost, (select count(*) from lost_delivery where leases_lost > 5) as buried,
       (select count(*) from dispatcher) - (select count(*) from missing_dispatcher) as dispatchers,
       array(select holder from missing_dispatcher limit 50)::text as missing,
       (extract(epoch from clock_timestamp()) * 1000000)::bigint as now,
       (extract(epoch from least(statement_timestamp(), (select min(until) from ended_lease where claim in (select claim from leased_delivery)))) * 1000000)::bigint as ended_to,
       array_to_string(array(select distinct subscription from lost_delivery), ' ') as endpoints,
       (select count(*) from locked_dispatcher) as locked
-- then
-- Looks for their leases again, with a later snapshot: a claim of theirs may have committed, and its session ended, between the snapshot
-- and the look at the locks above. Without its number such a lease would be found only when it expires.
delete from dispatcher d
 where d.number <> $1::int
   and exists (select from pg_locks l where l.locktype = 'advisory' and l.classid = {lock.dispatcher}::int::oid and l.objid = d.number::oid
                                        and l.objsubid = 2 and l.granted and l.pid = pg_backend_pid())
   and (select claim from lease where claim between (lpad(to_hex(d.number), 8, '0') || '-0000-0000-0000-000000000000')::uuid
                                                and (lpad(to_hex(d.number), 8, '0') || '-ffff-ffff-ffff-ffffffffffff')::uuid limit 1) is null
