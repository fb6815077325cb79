-- watch_keep: stores the findings of a node's watcher, for `collabctl status` and `drain`. A newly started httpd is not draining, even
-- if an earlier one with the same pid was. A clock that is ahead does not delete the row of a node that drains, which would end that.
-- binds: value.name, value.process, value.version, value.problems, value.started, value.idle, value.underWay, value.rateLimit, value.subscriptionLimit, value.httpCallbacks
with deleted_node as (delete from node where seen_at < case when drain_since is null then clock_timestamp() else (select accepted_now()) end - interval '1 hour')
insert into node (name, process, version, problems, started_at, idle, under_way, rate_limit, subscription_limit, http_callbacks)
values ($1, $2::int, $3, $4::json, $5::timestamptz, $6::int, $7::int, $8, $9::int, $10::boolean)
on conflict (name, process) do update
   set version = excluded.version, problems = excluded.problems, seen_at = clock_timestamp(), started_at = excluded.started_at, idle = excluded.idle,
       under_way = excluded.under_way, rate_limit = excluded.rate_limit, subscription_limit = excluded.subscription_limit, http_callbacks = excluded.http_callbacks,
       drain_since = case when node.started_at = excluded.started_at then node.drain_since end
