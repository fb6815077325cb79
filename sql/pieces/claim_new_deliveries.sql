-- claim_new_deliveries: the subscriptions that want the events of claim_outbox, by their filters at the time of the event.
filter_match as materialized (  -- locks no row: a lock would return the subscription's newest version, with earlier filters from the older snapshot
    select e.id as event, s.id as subscription, s.version, e.created_at, outbox_event.at
      from outbox_event cross join lateral (select * from event where id = outbox_event.event limit 1) e
      join subscription s on s.company = any (array[e.submit_company, e.receive_company]) and s.version = outbox_event.version
      cross join lateral (      -- the filters at the time of the event
           select case when e.created_at >= s.filters_since then s.event_types
                       else (select f.event_types from earlier_filters f where f.subscription = s.id and f.until > e.created_at order by f.until limit 1) end,
                  case when e.created_at >= s.filters_since then s.case_directions
                       else (select f.case_directions from earlier_filters f where f.subscription = s.id and f.until > e.created_at order by f.until limit 1) end,
                  case when e.created_at >= s.filters_since then s.partner_companies
                       else (select f.partner_companies from earlier_filters f where f.subscription = s.id and f.until > e.created_at order by f.until limit 1) end
           ) filter (event_types, case_directions, partner_companies)
     where s.active and (s.version = 'V2' or {arg.legacy}::boolean)
       and case when e.subscription is not null then s.id = e.subscription else
               (filter.event_types is null or e.type = any (filter.event_types))
           and (filter.case_directions is null
                or case when s.company = e.submit_company then 'OUTBOUND' else 'INBOUND' end = any (filter.case_directions))
           and (filter.partner_companies is null
                or case when s.company = e.submit_company then e.receive_company else e.submit_company end = any (filter.partner_companies)) end
), fanout_subscription as (     -- key share: a transaction that deletes or deactivates the subscription commits first, or waits and
                                -- leaves the deliveries in the old queue; no other transaction waits
    select id, queue, version, active_since, paused_since is not null as paused, company, callback_url from subscription
     where id = any (array(select distinct subscription from filter_match)) and active
     order by id for key share          -- in the same order as other statements that lock several subscriptions
), new_delivery as (
    select filter_match.event, filter_match.subscription, fanout_subscription.queue, filter_match.version, filter_match.at, fanout_subscription.paused,
           fanout_subscription.company, fanout_subscription.callback_url
      from filter_match join fanout_subscription on fanout_subscription.id = filter_match.subscription
     where fanout_subscription.active_since <= filter_match.created_at
)
