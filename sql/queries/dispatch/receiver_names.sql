-- receiver_names: company, and the callback's host and port, of these subscriptions, for the status page.
-- binds: arg.subscriptions
select s.id, left(c.name, 40) as company, left(coalesce(
-- piece: callback_host
       , ''), 40) as host
  from unnest($1::bigint[]) given (id) join subscription s on s.id = given.id join company c on c.id = s.company
