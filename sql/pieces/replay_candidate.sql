-- replay_candidate: the deliveries that the options of `collabctl replay` select. `left_out`: why a delivery is not made again;
-- null: it is made again. `unlogged`: the event may have been delivered, but the log of attempts of that time has been deleted.
endpoint as (
    select s.id, s.queue, s.active, s.rotated_at, s.callback_url, c.domain, s.company, s.version, s.made_from, s.inactive_since,
           case when s.active then s.active_from else 9223372036854775807 end as missed_to, s.active_since + interval '1 minute' as settled_at,
           s.event_types, s.case_directions, s.partner_companies, channel.id as channel, channel.event_types as channel_types
      from subscription s join company c on c.id = s.company join channel on channel.name = 'webhooks-' || lower(s.version)
     where ({arg.subscription}::text is null or s.id = {arg.subscription}::bigint)
       and ({arg.company}::text is null or c.id::text = {arg.company} or c.domain = lower({arg.company}))
), refused_delivery as (    -- found once, by the index of failed attempts
    select a.subscription, a.event
      from endpoint s join attempt a on a.subscription = s.id and a.created_at >= s.rotated_at
     where {arg.refused_since_rotation}::text is not null and not a.success and a.http_status in (401, 403)
), missed_event as (        -- events up to the last activation, or all while there is none, which the current filters admit. An event of the minute
                        -- after the activation was missed, too, if it left no trace: it fanned out before the activation was committed
    select e.id as event, s.id as subscription, e.created_at, e.id > s.made_from and e.created_at < attempts.since as unlogged
      from event e cross join lateral unnest(array[e.submit_company, e.receive_company]) party (company)
      join endpoint s on s.company = party.company
     cross join (select attempts_kept_since() as since) attempts
     where {arg.missed}::text is not null and e.subscription is null and (e.id <= s.missed_to or e.created_at < s.settled_at)
       and ({arg.event}::text is null or e.uid = {arg.event}::uuid)
       and ({arg.request}::text is null or e.request_token = {arg.request})
       and ({arg.since}::text is null or e.created_at >= {arg.since}::timestamptz)
       and ({arg.until}::text is null or e.created_at < {arg.until}::timestamptz)
       and (s.channel_types is null or e.type = any (s.channel_types))
       and admits(s.event_types, s.case_directions, s.partner_companies, s.company, e)
       and not exists (select from attempt a where a.subscription = s.id and a.event = e.id and (a.success or e.id > s.missed_to))
       and not exists (select from dead_letter d where d.event = e.id and d.subscription = s.id)
       and not exists (select from delivery d where d.event = e.id and d.queue = s.queue and e.id > s.missed_to)
       and not exists (select from outbox o where o.event = e.id and o.channel = s.channel and e.id > s.missed_to)
), selected_delivery as (
    select d.event, d.subscription, d.id as dead_letter, e.created_at, false as missed, false as unlogged
      from dead_letter d join endpoint s on s.id = d.subscription join event e on e.id = d.event
     where {arg.all}::text is null
       and ({arg.dead_letter}::text is null or d.id = {arg.dead_letter}::bigint)
       and ({arg.event}::text is null or e.uid = {arg.event}::uuid)
       and ({arg.request}::text is null or e.request = (select id from request where token = {arg.request}))
       and ({arg.since}::text is null or e.created_at >= {arg.since}::timestamptz)
       and ({arg.until}::text is null or e.created_at < {arg.until}::timestamptz)
       and ({arg.refused_since_rotation}::text is null
            or (d.subscription, d.event) in (select subscription, event from refused_delivery))
    union all
    select event, subscription, null, created_at, true, unlogged from missed_event
    union all           -- no attempt is older than its event; the hour allows for clocks that differ
    select attempted_delivery.event, attempted_delivery.subscription, d.id, attempted_delivery.created_at, false, false
      from (select distinct a.event, a.subscription, e.created_at
              from event e join attempt a on a.event = e.id and a.counted and a.created_at >= coalesce({arg.since}::timestamptz - interval '1 hour', '-infinity')
             where {arg.all}::text is not null
               and ({arg.event}::text is null or e.uid = {arg.event}::uuid)
               and ({arg.request}::text is null or e.request = (select id from request where token = {arg.request}))
               and ({arg.since}::text is null or e.created_at >= {arg.since}::timestamptz)
               and ({arg.until}::text is null or e.created_at < {arg.until}::timestamptz)
               and ({arg.subscription}::text is null or a.subscription = {arg.subscription}::bigint)
               and ({arg.company}::text is null or a.subscription in (select id from endpoint))) attempted_delivery
      left join dead_letter d on d.event = attempted_delivery.event and d.subscription = attempted_delivery.subscription
), replay_candidate as (
    select n.event, n.subscription, n.dead_letter, n.created_at, n.missed, s.callback_url, s.domain,
           case when s.id is null                         then 'deleted'
                when not s.active                         then 'inactive'
                when d.id is not null or i.id is not null then 'under way'
                when n.unlogged                           then 'unlogged' end as left_out
      from selected_delivery n left join endpoint s on s.id = n.subscription
      left join delivery d on d.event = n.event and d.queue = s.queue
      left join replay_item i on i.event = n.event and i.subscription = n.subscription
)
