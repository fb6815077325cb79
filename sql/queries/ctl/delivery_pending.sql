-- ctl_delivery_pending: pending deliveries, newest first: waiting ones, and those that a dispatcher has leased.
-- binds: arg.subscription, arg.company, arg.request, arg.since, arg.until, arg.leased, arg.before_id, arg.limit
select d.id as delivery, s.id as subscription, c.domain as company, e.type, e.request_token as request, e.uid as event, stamp(e.created_at) as at,
       d.attempts, stamp(d.due_at) as due, case when d.claim is null then 'pending' else 'leased' end as state, d.leases_lost, d.id as cursor,
       json_build_object('delivery', d.id, 'subscription', s.id, 'company', c.domain, 'event', e.uid, 'type', e.type, 'request', e.request_token,
                         'at', stamp(e.created_at), 'attempts', d.attempts, 'due', stamp(d.due_at),
                         'state', case when d.claim is null then 'pending' else 'leased' end, 'leasedUntil', stamp((select until from lease where lease.claim = d.claim)),
                         'leasesLost', d.leases_lost, 'cursor', d.id::text) as json
  from delivery d join event e on e.id = d.event join subscription s on s.queue = d.queue join company c on c.id = s.company
 where ($1::text is null or s.id = $1::bigint)
   and ($2::text is null or c.id::text = $2 or c.domain = lower($2))
   and ($3::text is null or e.request = (select id from request where token = $3))
   and ($4::text is null or e.created_at >= $4::timestamptz) and ($5::text is null or e.created_at < $5::timestamptz)
   and (d.claim is not null) = $6::boolean
   and ($7::text is null or d.id < $7::bigint)
 order by d.id desc limit $8::int
