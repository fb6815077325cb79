-- ctl_exchange_unset: which of the users arg.usernames ([[name, former name], …]) have no password, or are not there yet.
-- binds: arg.usernames
select x.pair ->> 0 as username
  from jsonb_array_elements($1::jsonb) with ordinality x (pair, n)
  left join account named on named.username = x.pair ->> 0
  left join account former on former.username = x.pair ->> 1 and named.id is null
 where coalesce(named.password_hash, former.password_hash) is null
 order by x.n
