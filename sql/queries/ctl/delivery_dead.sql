-- ctl_delivery_dead: dead letters, newest first.
-- binds: arg.subscription, arg.company, arg.request, arg.since, arg.until, arg.status, arg.before_id, arg.limit
select d.id as dead_letter, stamp(d.created_at) as given_up, s.id as subscription, c.domain as company, e.type, e.request_token as request,
       e.uid as event, stamp(e.created_at) as at, d.reason, d.id as cursor,
       json_build_object('deadLetter', d.id, 'givenUp', stamp(d.created_at), 'subscription', s.id, 'company', c.domain, 'event', e.uid, 'type', e.type,
                         'request', e.request_token, 'at', stamp(e.created_at), 'state', 'dead', 'reason', d.reason, 'cursor', d.id::text) as json
  from dead_letter d join event e on e.id = d.event join subscription s on s.id = d.subscription join company c on c.id = s.company
 where ($1::text is null or s.id = $1::bigint)
   and ($2::text is null or c.id::text = $2 or c.domain = lower($2))
   and ($3::text is null or e.request = (select id from request where token = $3))
   and ($4::text is null or e.created_at >= $4::timestamptz) and ($5::text is null or e.created_at < $5::timestamptz)
   and ($6::text is null or d.reason = 'HTTP ' || $6 or starts_with(d.reason, 'HTTP ' || $6 || ':'))
   and ($7::text is null or d.id < $7::bigint)
 order by d.id desc limit $8::int
