-- ctl_delivery_of_request: the attempts of a request's events, newest first. Looks the attempts up by event instead of reading
-- back in time, because a request has few events.
-- binds: arg.subscription, arg.company, arg.request, arg.since, arg.until, arg.success, arg.status, arg.before_at, arg.before_id, arg.limit
with selected_attempt as (
    select c.domain, a.*
      from attempt a left join subscription s on s.id = a.subscription left join company c on c.id = s.company
     where a.event = any (array(select e.id from event e join request r on r.id = e.request where r.token = $3))
       and ($1::text is null or a.subscription = $1::bigint)
       and ($2::text is null or c.id::text = $2 or c.domain = lower($2))
       and ($4::text is null or a.created_at >= $4::timestamptz) and ($5::text is null or a.created_at < $5::timestamptz)
       and ($8::text is null or (a.created_at, a.id) < (timestamptz 'epoch' + $8::bigint * interval '1 microsecond', $9::bigint))
       and ($6::text is null or a.success = $6::boolean and a.counted) and ($7::text is null or a.http_status = $7::int)
     order by a.created_at desc, a.id desc limit $10::int
)
-- piece: attempts
