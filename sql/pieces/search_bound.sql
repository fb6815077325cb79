-- search_bound: how far back a search may read. A search reads at most arg.look attempts, equally many of each endpoint. The bound
-- is where the first endpoint has used up its share of them. No row: the search has no bound.
share as (select greatest({arg.limit}::int, {arg.look}::int / greatest(count(*), 1)::int) as each from endpoint),
search_bound as (
    select a.* from endpoint, lateral (
           select created_at, id from attempt
            where subscription = endpoint.id
              and ({arg.until}::text is null or created_at < {arg.until}::timestamptz)
              and ({arg.before_at}::text is null
                   or (created_at, id) < (timestamptz 'epoch' + {arg.before_at}::bigint * interval '1 microsecond', {arg.before_id}::bigint))
              and ({arg.before_at}::text is null or created_at <= timestamptz 'epoch' + {arg.before_at}::bigint * interval '1 microsecond')
            order by created_at desc, id desc offset (select each - 1 from share) limit 1) a
     order by a.created_at desc, a.id desc limit 1
)
