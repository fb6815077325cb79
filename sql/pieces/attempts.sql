-- attempts: the attempts of `selected_attempt` (with the company's domain) as `collabctl deliveries` lists them, newest first.
select p.id as attempt, stamp(p.created_at) as at, p.subscription, p.domain as company, e.type, e.request_token as request, e.uid as event,
       p.number, p.http_status as status, p.duration_ms as ms, case when not p.counted then 'not counted' when p.success then 'delivered' when p.dead_letter then 'dead' else 'failed' end as state,
       x.next, x.error, (extract(epoch from p.created_at) * 1000000)::bigint || '-' || p.id as cursor,
       json_build_object('attempt', p.id, 'at', stamp(p.created_at), 'subscription', p.subscription, 'company', p.domain, 'event', e.uid, 'type', e.type,
                         'request', e.request_token, 'number', p.number, 'status', p.http_status, 'durationMs', p.duration_ms,
                         'state', case when not p.counted then 'not counted' when p.success then 'delivered' when p.dead_letter then 'dead' else 'failed' end,
                         'error', x.error, 'next', x.next,
                         'cursor', (extract(epoch from p.created_at) * 1000000)::bigint || '-' || p.id) as json
  from selected_attempt p left join event e on e.id = p.event
 cross join lateral (select case when p.next_attempt_at is not null then attempt_dropped(p.delivery_queue, p.event, p.number, p.created_at, p.id, p.counted) end as dropped offset 0) d
 cross join lateral (select nullif(concat_ws('; ', p.error, d.dropped), '') as error, case when d.dropped is null then stamp(p.next_attempt_at) end as next) x
 order by p.created_at desc, p.id desc
