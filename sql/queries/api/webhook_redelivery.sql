-- webhook_redelivery: the newest redelivery of many events to a subscription of either version, and how its events fared.
-- An event is done when an attempt since the beginning succeeded. The minute before the beginning allows for a node's clock. Reads the first
-- 100,000 attempts, so that a busy subscription costs no more; the redelivery's own come first. The lists are compared whole, because the
-- statement may be planned while the dispatcher's tables are empty.
-- binds: path.id
-- outcomes: ok, unauthenticated, unknown, no-redelivery
-- with: caller
, target as (select s.id, s.queue from subscription s join caller on s.company = caller.company where s.id = $1::bigint),
job as (
    select r.id, r.state, r.total, r.left_out, r.reason, r.created_at, r.finished_at, target.id as subscription, target.queue, redelivery.events, redelivery.last_letter
      from target join redelivery on redelivery.subscription = target.id join replay r on r.id = redelivery.replay
), done as materialized (
    select a.event from job cross join lateral (select event, success from attempt where subscription = job.subscription and created_at >= job.created_at - interval '1 minute'
                                                 order by created_at, id limit 100000) a where a.success
), failed as materialized (select d.event from job join dead_letter d on d.subscription = job.subscription and d.id > job.last_letter),
pending as materialized (
    select i.event from job join replay_item i on i.replay = job.id union all select d.event from job join delivery d on d.queue = job.queue
), fate as (
    select case when event in (select event from done)    then 'done'
                when event in (select event from failed)  then 'failed'
                when event in (select event from pending) then 'pending' end as fate
      from job cross join lateral unnest(job.events) event
)
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from target) then 'unknown'
            when not exists (select from job)    then 'no-redelivery'
            else 'ok' end as outcome,
       (select row_to_json(x)::text from (
            select upper(job.state) as "state", job.total as "planned", fates.done, fates.failed, fates.pending,
                   case job.state when 'paused'    then coalesce(job.reason, 'the operator has paused it')
                                  when 'cancelled' then coalesce(job.reason, 'the operator has ended it')
                                  when 'done'      then case when job.left_out > 0 then 'left out ' || job.left_out || ': the subscription was inactive, or the event was sent otherwise or is no longer kept' end
                                  end as "reason",
                   stamp(job.created_at) as "startedAt", stamp(job.finished_at) as "endedAt"
              from job, (select count(*) filter (where fate = 'done') as done, count(*) filter (where fate = 'failed') as failed,
                                count(*) filter (where fate = 'pending') as pending from fate) fates) x) as body
