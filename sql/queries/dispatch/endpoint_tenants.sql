-- endpoint_tenants: whose these subscriptions are, and at which host and port they are called. One that has been deleted is
-- nobody's.
-- binds: arg.subscriptions
select given.id as subscription, coalesce(s.company, 0) as company, coalesce((extract(epoch from s.callback_since) * 1000000)::bigint, 0) as callback_since,
       coalesce(
-- piece: callback_host
       , '') as host
  from unnest($1::bigint[]) given (id) left join subscription s on s.id = given.id
