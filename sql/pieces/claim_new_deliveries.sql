-- claim_new_deliveries: the subscriptions that want the events of claim_outbox, by their filters at the time of the event. Numbers say
-- which came first, the event or a change of the subscription (0103_event_order.sql).
legacy as materialized (        -- whether V1 has ended, by the accepted time; null: no sunset, or it is far
    select coalesce((select accepted_now()) >= at, false) as ended, at from (select timestamptz 'epoch' + {arg.sunset}::bigint * interval '1 microsecond' as at where {arg.sunset}::bigint is not null) x
), filter_match as materialized (  -- locks no row: a lock would return the subscription's newest version, with earlier filters from the older snapshot
    select e.id as event, s.id as subscription, s.version, outbox_event.at
      from outbox_event cross join lateral (select * from event where id = outbox_event.event limit 1) e
      join subscription s on s.company = any (array[e.submit_company, e.receive_company]) and s.version = outbox_event.version
     where s.active and (s.version = 'V2' or coalesce((select not ended or e.created_at < at from legacy), true))
       and case when e.subscription is not null then s.id = e.subscription
                when e.id > s.filters_from
                then admits(s.event_types, s.case_directions, s.partner_companies, s.company, e.type, e.submit_company, e.receive_company)
                else coalesce((select admits(f.event_types, f.case_directions, f.partner_companies, s.company, e.type, e.submit_company, e.receive_company)
                                 from earlier_filters f where f.subscription = s.id and f.until_event >= e.id order by f.until_event limit 1),
                              admits(s.event_types, s.case_directions, s.partner_companies, s.company, e.type, e.submit_company, e.receive_company)) end
), fanout_subscription as (     -- key share: a transaction that deletes or deactivates the subscription commits first, or waits and
                                -- leaves the deliveries in the old queue; no other transaction waits
    select id, queue, version, active_from, paused_since is not null as paused, company, callback_url from subscription
     where id = any (array(select distinct subscription from filter_match)) and active
     order by id for key share          -- in the same order as other statements that lock several subscriptions
), new_delivery as (
    select filter_match.event, filter_match.subscription, fanout_subscription.queue, filter_match.version, filter_match.at, fanout_subscription.paused,
           fanout_subscription.company, fanout_subscription.callback_url
      from filter_match join fanout_subscription on fanout_subscription.id = filter_match.subscription
     where filter_match.event > fanout_subscription.active_from
)
