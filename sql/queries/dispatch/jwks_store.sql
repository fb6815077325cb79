-- jwks_store: stores the result of a fetch: a valid set, or an error, which leaves the previous set.
-- binds: arg.url, arg.body, arg.error
update jwks
   set body       = coalesce($2, body),
       version    = version + case when $2 is distinct from body and $2::text is not null then 1 else 0 end,
       fetched_at = case when $2::text is null then fetched_at else clock_timestamp() end, error      = $3
 where url = $1
