-- delivery_claim: spreads new events into deliveries and leases what is to be sent next, new or due. One statement: what it spreads can be born
-- leased; what it spreads beyond that is reported and leased by the next.
-- binds: arg.claim, arg.lease_seconds, arg.slots, arg.retry_slots, arg.first_limit, arg.endpoints, arg.legacy, arg.look, arg.outbox_since, arg.shares, arg.events
-- Answers at least one row: events and newest tell how many events were taken (at most so many a channel), and up to which; where known,
-- subscription and next tell from when on an endpoint has deliveries left (null: it has none), v1 their version, and retries whether all that was
-- seen of them are retries; where id is not null, the row is a lease;
-- what its subscription is stands in the first of its rows alone.
-- What is for a subscription that is paused (collabctl subscription pause) is spread and waits: it is neither leased nor reported as left.
with recursive
-- piece: claim_known, claim_taken, claim_wanted, claim_waiting, claim_picked, claim_leased
select job.id, job.attempts, e.uid, e.type, e.request_token, e.note_token, e.response, e.request_id, e.traceparent,
       to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time,
       s.version, s.callback_url, (extract(epoch from s.callback_since) * 1000000)::bigint as callback_since, s.uid as subscription_uid, s.auth_type, s.auth, s.secret,
       case when s.rotated_at is not null then        -- newest first
           (select string_agg(p.secret::text, ' ' order by p.id desc) from previous_secret p where p.subscription = s.id and p.until > clock_timestamp()) end as previous_secrets,
       (date_part('epoch', job.taken_at - e.created_at) * 1000000)::bigint as outbox_us,
       (date_part('epoch', job.made_at - job.taken_at) * 1000000)::bigint as fanout_us,
       greatest(0, date_part('epoch', clock_timestamp() - job.due_at) * 1000000)::bigint as queue_us,
       coalesce(job.subscription, remaining.subscription) as subscription, remaining.subscription is not null as known,
       remaining.next, remaining.v1, remaining.retries,
       whole.events, whole.newest, whole.made, whole.now
  from (select coalesce(max(n), 0) as events, coalesce(min(newest) filter (where n = $11::int), max(newest)) as newest,
               (select count(*) from wanted) as made, (extract(epoch from statement_timestamp()) * 1000000)::bigint as now
          from (select count(*) as n, max(event) as newest from taken group by version) channel) whole
  left join (remaining full join (job cross join lateral (select * from event where id = job.event limit 1) e
                                      left join (select subscription, min(id) as id from job group by subscription) first on first.id = job.id
                                      left join lateral (select * from subscription where id = first.subscription limit 1) s on true)
             on remaining.subscription = job.subscription) on true
 order by job.id
