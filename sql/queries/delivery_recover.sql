-- delivery_recover: takes back leases whose holder is gone: its session's advisory lock (the number that begins its claim ids) is no longer held, or
-- the time is up. A dispatcher killed with -9 is gone when its session is. After a restart of the server the others get a moment to come back.
-- A delivery that lost its lease five times is not tried again.
-- binds: arg.class, arg.own
with lost as (          -- skips what is locked: it waits for nobody, so nobody waits in a circle
    select d.id, d.event, d.subscription, d.attempts, d.leases_lost + 1 as leases_lost
      from delivery d join subscription s on s.id = d.subscription
     where d.claim is not null
       and (d.lease_until < clock_timestamp()
            or pg_postmaster_start_time() < clock_timestamp() - interval '3 seconds'
               and left(d.claim::text, 8) <> $2
               and not exists (select from pg_locks l
                                where l.locktype = 'advisory' and l.classid = $1::int::oid and l.objsubid = 2 and l.granted
                                  and l.objid = ('x' || left(d.claim::text, 8))::bit(32)::int::oid))
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
select count(*) as lost from lost
