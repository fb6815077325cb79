-- jwks_store: stores the result of a fetch: a valid set with its number of usable keys, or an error, which leaves the previous set. A set
-- without a usable key is an error, unless it is empty. arg.took is the time since the fetch began, in microseconds.
-- binds: arg.url, arg.body, arg.error, arg.usable, arg.took
update jwks
   set body       = coalesce($2, body),
       version    = version + case when $2 is distinct from body and $2::text is not null then 1 else 0 end,
       fetched_at = case when $2::text is null then fetched_at else clock_timestamp() end,
       error      = $3,
       usable     = $4::int,
       failed_at  = case when $3::text is not null then clock_timestamp() - $5::bigint * interval '1 microsecond' end
 where url = $1
