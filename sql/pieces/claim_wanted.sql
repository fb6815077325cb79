-- claim_wanted: which subscriptions want the events of claim_taken, judged by the filters that each had when the event happened.
meant as materialized (     -- reads the subscriptions and their earlier filters in one snapshot, so it must not lock the rows
    select e.id as event, s.id as subscription, s.version, e.created_at, taken.at
      from taken cross join lateral (select * from event where id = taken.event limit 1) e
      join subscription s on s.company = any (array[e.submit_company, e.receive_company]) and s.version = taken.version
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
), owner as (           -- key share: whoever deletes the subscription or switches it off goes first, or waits and leaves the
                     -- deliveries in the old queue; nobody else waits
    select id, queue, version, active_since, paused_since is not null as paused from subscription
     where id = any (array(select distinct subscription from meant)) and active
     order by id for key share          -- in the same order as others that lock several
), wanted as (
    select meant.event, meant.subscription, owner.queue, meant.version, meant.at, owner.paused
      from meant join owner on owner.id = meant.subscription
     where owner.active_since <= meant.created_at
)
