-- endpoint_tenants: the company, callback host and port of these subscriptions. A deleted subscription has company 0 and no host.
-- binds: arg.subscriptions
select given.id as subscription, coalesce(s.company, 0) as company, coalesce((extract(epoch from s.callback_since) * 1000000)::bigint, 0) as callback_since,
       coalesce(
-- piece: callback_host
       , '') as host
  from unnest($1::bigint[]) given (id) left join subscription s on s.id = given.id
