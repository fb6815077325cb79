-- ctl_delivery_attempts: attempts, newest first: of each endpoint no more than are wanted are looked at, then the newest of all.
-- binds: arg.subscription, arg.company, arg.request, arg.since, arg.until, arg.success, arg.status, arg.before_at, arg.before_id, arg.limit
with asked as (
    select id, submit_company, receive_company, created_at from request where token = $3
), endpoint as (
    select s.id, c.domain from subscription s join company c on c.id = s.company
     where ($1::text is null or s.id = $1::bigint)
       and ($2::text is null or c.id::text = $2 or c.domain = lower($2))
       and ($3::text is null or c.id in (select submit_company from asked union select receive_company from asked))
    union all           -- one that has been deleted
    select $1::bigint, null where $1::text is not null and $2::text is null and not exists (select from subscription where id = $1::bigint)
), picked as (
    select endpoint.domain, a.* from endpoint, lateral (
           select * from attempt
            where subscription = endpoint.id
              and ($4::text is null or created_at >= $4::timestamptz) and ($5::text is null or created_at < $5::timestamptz)
              and ($8::text is null or (created_at, id) < (timestamptz 'epoch' + $8::bigint * interval '1 microsecond', $9::bigint))
              and ($8::text is null or created_at <= timestamptz 'epoch' + $8::bigint * interval '1 microsecond')
              and ($6::text is null or success = $6::boolean) and ($7::text is null or http_status = $7::int)
              and ($3::text is null or event = any (array(select e.id from event e, asked where e.request = asked.id))
                                       and created_at >= (select asked.created_at - interval '1 hour' from asked))
            order by created_at desc, id desc limit $10::int) a
     order by a.created_at desc, a.id desc limit $10::int
)
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
