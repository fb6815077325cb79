-- ctl_delivery_attempts: attempts, newest first; with arg.success, only those that count. Reads at most arg.limit of each endpoint, and takes the newest of all.
-- binds: arg.subscription, arg.company, arg.since, arg.until, arg.success, arg.status, arg.before_at, arg.before_id, arg.limit
-- with: endpoint
, selected_attempt as (
    select endpoint.domain, a.* from endpoint, lateral (
           select * from attempt
            where subscription = endpoint.id
              and ($3::text is null or created_at >= $3::timestamptz) and ($4::text is null or created_at < $4::timestamptz)
              and ($7::text is null or (created_at, id) < (timestamptz 'epoch' + $7::bigint * interval '1 microsecond', $8::bigint))
              and ($7::text is null or created_at <= timestamptz 'epoch' + $7::bigint * interval '1 microsecond')
              and ($5::text is null or success = $5::boolean and counted) and ($6::text is null or http_status = $6::int)
            order by created_at desc, id desc limit $9::int) a
     order by a.created_at desc, a.id desc limit $9::int
)
-- piece: attempts
