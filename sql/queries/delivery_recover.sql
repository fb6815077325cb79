-- delivery_recover: takes back leases whose holder is gone: its session's advisory lock (the number that begins its claim ids) is not held, or the
-- time is up. A dispatcher killed with -9 is gone when its session is; one that has just lost its session gets a moment to come back: it is gone
-- when it was missed the last time as well (arg.missed; null: believe it at once). A delivery that lost its lease five times is not tried again.
-- binds: arg.class, arg.own, arg.missed
with missing as (
    select holder from (select distinct left(claim::text, 8) as holder from delivery where claim is not null) leased
     where holder <> $2
       and not exists (select from pg_locks l
                        where l.locktype = 'advisory' and l.classid = $1::int::oid and l.objsubid = 2 and l.granted
                          and l.objid = ('x' || holder)::bit(32)::int::oid)
), lost as (            -- skips what is locked: it waits for nobody, so nobody waits in a circle
    select d.id, d.event, d.subscription, d.attempts, d.leases_lost + 1 as leases_lost
      from delivery d join subscription s on s.id = d.subscription
     where d.claim is not null
       and (d.lease_until < clock_timestamp()
            or left(d.claim::text, 8) in (select holder from missing where $3::text[] is null or holder = any ($3::text[])))
     order by d.id limit 1000 for update of d skip locked for key share of s skip locked
), back as (
    update delivery d set claim = null, lease_until = null, leases_lost = lost.leases_lost
      from lost where d.id = lost.id and lost.leases_lost < 5
), buried as (
    insert into dead_letter (event, subscription, reason) select event, subscription, 'worker lost' from lost where leases_lost >= 5
    on conflict (event, subscription) do nothing
), logged as (
    insert into attempt (subscription, event, number, success, error, duration_ms, created_at, dead_letter)
    select subscription, event, attempts + 1, false, 'worker lost', 0, clock_timestamp(), true from lost where leases_lost >= 5
), gone as (
    delete from delivery d using lost where d.id = lost.id and lost.leases_lost >= 5
)
select (select count(*) from lost) as lost, array(select holder from missing limit 50)::text as missing
