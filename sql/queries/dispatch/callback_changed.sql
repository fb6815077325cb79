-- callback_changed: a subscription's callback is another, or ready, as its owner says: what waits for its next attempt because of what it said before
-- goes earlier. What it refused with 401 or 403 (CollabSecretHold), now; what its Retry-After holds back, when the schedule would have it
-- (arg.delays: after each attempt).
-- Answers from when on deliveries wait there; nothing is due that was not looked for then, as delivery_claim has it.
-- binds: arg.subscription, arg.delays
-- Who switches it off or deletes it goes first, or waits.
select from subscription where id = $1::bigint for key share
-- then
with tried as (         -- by the index of what failed; no wait is longer than ten hours
    select a.event, a.number, case when a.http_status in (401, 403) then clock_timestamp()
                                   else a.created_at + a.duration_ms * interval '1 millisecond' + ($2::int[])[a.number] * interval '1.1 seconds' end as planned
      from attempt a
     where a.subscription = $1::bigint and not a.success and a.created_at > statement_timestamp() - interval '11 hours'
       and a.next_attempt_at > statement_timestamp()
     order by a.created_at desc, a.id desc limit 10000
), early as (          -- event by event: the table may be large by now, whatever it was like when this was planned
    select d.place, tried.planned
      from tried cross join lateral (
           select ctid as place from delivery
            where event = tried.event and queue + 0 = (select queue from subscription where id = $1::bigint)
              and attempts = tried.number and claim is null and due_at > tried.planned
              for update skip locked) d
)
update delivery d set due_at = greatest(early.planned, clock_timestamp()) from early where d.ctid = early.place and d.claim is null
-- then
select (extract(epoch from min(due_at)) * 1000000)::bigint as next from delivery where claim is null and queue = (select queue from subscription where id = $1::bigint)
