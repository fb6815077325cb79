-- receiver_names: the company and the callback's host of these subscriptions, for the status page.
-- binds: arg.subscriptions
select s.id, left(c.name, 40) as company, left(coalesce(substring(s.callback_url from '^[^:]+://([^/?#]+)'), ''), 40) as host
  from unnest($1::bigint[]) given (id) join subscription s on s.id = given.id join company c on c.id = s.company
