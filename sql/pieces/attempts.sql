-- attempts: attempts (picked, with their company's domain) as `collabctl deliveries` lists them, newest first.
select p.id as attempt, stamp(p.created_at) as at, p.subscription, p.domain as company, e.type, e.request_token as request, e.uid as event,
       p.number, p.http_status as status, p.duration_ms as ms, case when p.success then 'delivered' when p.dead_letter then 'dead' else 'failed' end as state,
       case when p.next_attempt_at is not null then stamp(p.next_attempt_at) end as next, p.error,
       (extract(epoch from p.created_at) * 1000000)::bigint || '-' || p.id as cursor,
       json_build_object('attempt', p.id, 'at', stamp(p.created_at), 'subscription', p.subscription, 'company', p.domain, 'event', e.uid, 'type', e.type,
                         'request', e.request_token, 'number', p.number, 'status', p.http_status, 'durationMs', p.duration_ms,
                         'state', case when p.success then 'delivered' when p.dead_letter then 'dead' else 'failed' end,
                         'error', p.error, 'next', stamp(p.next_attempt_at),
                         'cursor', (extract(epoch from p.created_at) * 1000000)::bigint || '-' || p.id) as json
  from picked p left join event e on e.id = p.event
 order by p.created_at desc, p.id desc
