-- ctl_delivery_delivered: successful attempts, newest first. No index finds a rare status among them, so the search is bounded. The
-- first part returns the bound.
-- binds: arg.subscription, arg.company, arg.until, arg.status, arg.before_at, arg.before_id, arg.limit, arg.look
-- with: endpoint, search_bound
select share.each, stamp(search_bound.created_at) as back_to, (extract(epoch from search_bound.created_at) * 1000000)::bigint || '-' || search_bound.id as cursor from search_bound, share
-- then
-- with: endpoint, search_bound
, selected_attempt as (
    select endpoint.domain, a.* from endpoint left join search_bound on true, lateral (
           select * from attempt
            where subscription = endpoint.id
              and (created_at, id) >= (coalesce(search_bound.created_at, '-infinity'), coalesce(search_bound.id, 0))
              and created_at >= coalesce(search_bound.created_at, '-infinity')
              and ($3::text is null or created_at < $3::timestamptz)
              and ($5::text is null or (created_at, id) < (timestamptz 'epoch' + $5::bigint * interval '1 microsecond', $6::bigint))
              and ($5::text is null or created_at <= timestamptz 'epoch' + $5::bigint * interval '1 microsecond')
              and success and ($4::text is null or http_status = $4::int)
            order by created_at desc, id desc limit $7::int) a
     order by a.created_at desc, a.id desc limit $7::int
)
-- piece: attempts
