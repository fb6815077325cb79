-- replay_feed: makes the next batch of a running replay: deliveries with the event's own id and no attempts, due now. Their dead
-- letters are deleted.
-- Only one dispatcher feeds at a time: it holds the advisory lock, and behind it the lock of the replay's row. An endpoint gets
-- no more while a second's worth of deliveries waits for it, so that its new events do not queue behind the old ones. The
-- endpoints take turns, each with its oldest first. An endpoint whose last attempt failed gets one delivery at a time. An
-- endpoint whose last five attempts since the replay began or was resumed have failed gets none, because what would be sent
-- would become a dead letter again: it is set aside until another delivery succeeds there. The replay pauses when only such
-- endpoints are left.
-- pause: seconds from one batch to the next, and between looks while there is nothing to feed.
-- binds: arg.pause
with recursive alone as materialized (
    select pg_try_advisory_xact_lock({lock.replay}, 0) as mine
), due as (
    select r.id, r.rate, r.batch, r.tried_from from replay r
     where (select mine from alone) and r.state = 'running' and r.next_at <= clock_timestamp()
     order by r.next_at, r.id limit 1 for update skip locked
), endpoint (replay, subscription) as (
    (select i.replay, i.subscription from replay_item i join due on i.replay = due.id order by i.replay, i.subscription limit 1)
    union all
    select hop.replay, hop.subscription from endpoint, lateral (
           select i.replay, i.subscription from replay_item i
            where i.replay = endpoint.replay and i.subscription > endpoint.subscription order by i.replay, i.subscription limit 1) hop
), open as (
    select endpoint.subscription, least(due.batch, due.rate - waiting.n, case when recent_attempts.failing then 1 end) as quota,
           coalesce(recent_attempts.aside, false) as aside, recent_attempts.error
      from endpoint, due, lateral (
           select count(*) as n from (select from delivery d
                                       where d.claim is null and d.queue = (select queue from subscription where id = endpoint.subscription) and d.due_at <= statement_timestamp()
                                       limit due.rate) x) waiting, lateral (
           select count(*) = 5 and bool_and(not success) as aside, (array_agg(not success order by created_at desc, id desc))[1] as failing,
                  (array_agg(error order by created_at desc, id desc))[1] as error
             from (select * from attempt where subscription = endpoint.subscription and created_at >= due.tried_from
                    order by created_at desc, id desc limit 5) x) recent_attempts
), trouble as (         -- null: no endpoint is set aside
    select format('subscription %s fails (%s)', (array_agg(subscription order by subscription))[1], (array_agg(error order by subscription))[1])
           || case when count(*) > 1 then ', and so do ' || count(*) - 1 || ' others' else '' end as reason
      from open where aside having count(*) > 0
), picked as (
    select turn.id from open, due, lateral (
           select i.id, row_number() over (order by i.id) as n from replay_item i
            where i.replay = due.id and i.subscription = open.subscription and not open.aside order by i.id limit greatest(open.quota, 0)) turn
     order by turn.n, turn.id limit (select batch from due)
), item as (
    delete from replay_item where id = any (array(select id from picked)) returning subscription, event, dead_letter
), able as (            -- key share: who is about to delete the subscription or to switch it off goes first, or waits and leaves the deliveries behind
    select item.subscription, s.queue, item.event, item.dead_letter
      from item join subscription s on s.id = item.subscription join event e on e.id = item.event
     where s.active for key share of s
), raised as (          -- another replay, or another operator, may have had it already
    delete from dead_letter d using able where d.id = able.dead_letter returning d.event, able.queue
), made as (
    insert into delivery (event, queue, taken_at)
    select event, queue, null::timestamptz from able where dead_letter is null union all select event, queue, null from raised
        on conflict (event, (queue + 0)) do nothing
    returning id
), counted as (
    select due.id, (select count(*) from item) as taken, (select count(*) from made) as made,
           (select count(*) from (select from replay_item i where i.replay = due.id limit due.batch + 1) left_ones)
               <= (select count(*) from picked) as ended,
           exists (select from open) and not exists (select from open where not aside) as stuck, (select reason from trouble) as reason
      from due
), kept as (
    update replay r
       set done = r.done + c.made, left_out = r.left_out + c.taken - c.made, batch = least(2 * r.batch, r.rate),
           next_at = clock_timestamp() + $1::float8 * interval '1 second',
           state = case when c.ended then 'done' when c.stuck then 'paused' else 'running' end, reason = c.reason,
           finished_at = case when c.ended then clock_timestamp() end
      from counted c where r.id = c.id
    returning r.id, r.state, r.done, r.left_out, r.reason
), noted as (
    insert into replay_act (replay, act, who, why) select id, state, 'dispatcher', reason from kept where state <> 'running'
)
select kept.id, counted.made, kept.state, kept.done, kept.left_out, kept.reason,
       least(extract(epoch from (select min(r.next_at) from replay r where r.state = 'running' and r.id is distinct from kept.id) - clock_timestamp()),
             $1::numeric) as next_in
  from alone left join kept on true left join counted on true
