-- replay_reason: why a replay finds nothing: the first reason that applies. No row if there is something to replay. Needs
-- replay_candidate and `total` (n: the number of deliveries to make again; found: n plus the number left out).
kept_event as (select min(created_at) as since from event),
reason as (
    select case
        when {arg.subscription}::text is not null and not exists (select from subscription where id = {arg.subscription}::bigint)
             then 'there is no subscription ' || {arg.subscription}
        when {arg.event}::text is not null and not exists (select from event where uid = {arg.event}::uuid)
             then 'there is no event ' || {arg.event} || '; it may have been deleted (CollabRetention events=)'
        when {arg.request}::text is not null and not exists (select from request where token = {arg.request}) then 'there is no request ' || {arg.request}
        when {arg.dead_letter}::text is not null and not exists (select from dead_letter where id = {arg.dead_letter}::bigint)
             then 'there is no dead letter ' || {arg.dead_letter} || ': it may have been replayed, dropped or deleted (CollabRetention dead-letters=)'
        when not exists (select from endpoint) then case when {arg.company}::text is null then 'there is no subscription' else 'the company has no subscription' end
        when total.found > 0 then 'every delivery found is left out'
        when not exists (select from endpoint where active)
             then 'no subscription is active; the last one was active until ' || stamp((select max(inactive_since) from endpoint))
        when kept_event.since is null or {arg.until}::timestamptz <= kept_event.since
             then 'no event of that time is kept' || coalesce('; the oldest is from ' || stamp(kept_event.since), '') || ' (CollabRetention events=)'
        when {arg.all}::text is not null then 'no such delivery was attempted'
        when {arg.missed}::text is not null
             then 'there are no such dead letters, and no other event of that time that the current filters admit was missed; the oldest event is from ' || stamp(kept_event.since)
        else 'there are no such dead letters; --missed adds events from when a subscription was inactive or did not exist, --all adds delivered ones'
           end as text from total, kept_event where total.n = 0
)
