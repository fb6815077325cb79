-- company_requests: the next {arg.requests} requests of the company {arg.id}, newest first, after {arg.after}, "<microseconds>-<id>".
batch_start as (
    select coalesce(timestamptz 'epoch' + split_part({arg.after}, '-', 1)::bigint * interval '1 microsecond', 'infinity') as at,
           coalesce(split_part({arg.after}, '-', 2)::bigint, 0) as id
), company_requests as materialized (
    select found.id, found.created_at
      from batch_start, lateral (
        (select r.id, r.created_at from request r
          where r.submit_company = {arg.id}::bigint and (r.created_at, r.id) < (batch_start.at, batch_start.id)
          order by r.created_at desc, r.id desc limit {arg.requests}::int)
        union all
        (select r.id, r.created_at from request r
          where r.receive_company = {arg.id}::bigint and (r.created_at, r.id) < (batch_start.at, batch_start.id)
          order by r.created_at desc, r.id desc limit {arg.requests}::int)) found
     order by found.created_at desc, found.id desc limit {arg.requests}::int
)
