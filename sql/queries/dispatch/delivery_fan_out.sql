-- delivery_fan_out: turns events of the outbox into deliveries that are due now, one for each subscription that wants the event.
-- At most arg.events of each payload version's channel, in the order of their numbers, from arg.outbox_since on.
-- One transaction deletes the outbox row and writes the event's deliveries, so a repetition after a crash makes no second delivery.
-- binds: arg.events, arg.outbox_since, arg.sunset
-- Returns at least one row. Each row has the totals:
-- * events: the largest number of events of one channel.
-- * newest: the event at which the next fan-out may begin. If any channel gave arg.events events, it is the lowest of those channels'
--   last events; otherwise the highest last event of all channels.
-- * made: the number of new deliveries.
-- * now: the time.
-- * v1_ended: whether V1 has ended by the accepted time. Its events from before are still fanned out, and become dead letters.
-- Further columns: an endpoint with new deliveries, which are due now, and their number (n). A paused subscription gets deliveries, but
-- no row.
with total_event as (
    delete from outbox
     where ctid = any (array(
           select o.ctid from (values (1), (2)) as channel (id) cross join lateral (
                  select ctid from outbox where channel = channel.id and event >= $2::bigint order by event limit $1::int for update skip locked) o))
    returning event, case channel when 1 then 'V2' else 'V1' end as version, clock_timestamp() as at
), legacy as materialized (     -- whether V1 has ended, by the accepted time; null: no sunset, or it is far
    select coalesce((select accepted_now()) >= at, false) as ended, at from (select timestamptz 'epoch' + $3::bigint * interval '1 microsecond' as at where $3::bigint is not null) x
), filter_match as materialized (   -- by the filters at the time of the event. Numbers say which came first, the event or a change of the
                                -- subscription (0103_event_order.sql). This locks no row: a lock would return the subscription's newest
                                -- version, with earlier filters from the older snapshot
    select e.id as event, s.id as subscription, total_event.at
      from total_event cross join lateral (select * from event where id = total_event.event limit 1) e
      join subscription s on s.company = any (array[e.submit_company, e.receive_company]) and s.version = total_event.version
     where s.active and (s.version = 'V2' or coalesce((select not ended or e.created_at < at from legacy), true))
       and case when e.subscription is not null then s.id = e.subscription
                when e.id > s.filters_from
                then admits(s.event_types, s.case_directions, s.partner_companies, s.company, e.type, e.submit_company, e.receive_company)
                else coalesce((select admits(f.event_types, f.case_directions, f.partner_companies, s.company, e.type, e.submit_company, e.receive_company)
                                 from earlier_filters f where f.subscription = s.id and f.until_event >= e.id order by f.until_event limit 1),
                              admits(s.event_types, s.case_directions, s.partner_companies, s.company, e.type, e.submit_company, e.receive_company)) end
), target as (                  -- key share: a transaction that deletes or deactivates the subscription commits first, or waits and
                                -- leaves the deliveries in the old queue; no other transaction waits
    select id, queue, active_from, paused_since, version, company, callback_url, callback_since from subscription
     where id = any (array(select distinct subscription from filter_match)) and active
     order by id for key share          -- in the same order as other statements that lock several subscriptions
), new_delivery as (
    insert into delivery (event, queue, taken_at)
    select filter_match.event, target.queue, filter_match.at
      from filter_match join target on target.id = filter_match.subscription and filter_match.event > target.active_from
     order by filter_match.event, filter_match.subscription
        on conflict (event, (queue + 0)) do nothing
    returning queue
)
select total.events, total.newest, total.made, (extract(epoch from statement_timestamp()) * 1000000)::bigint as now,
       coalesce((select ended from legacy), false) as v1_ended,
       s.id as subscription, made.n,
       s.version, s.company, s.callback_url, (extract(epoch from s.callback_since) * 1000000)::bigint as callback_since
  from (select coalesce(max(n), 0) as events, coalesce(min(newest) filter (where n = $1::int), max(newest)) as newest,
               (select count(*) from new_delivery) as made
          from (select count(*) as n, max(event) as newest from total_event group by version) channel) total
  left join ((select queue, count(*) as n from new_delivery group by queue) made
             join target s on s.queue = made.queue and s.paused_since is null) on true
