-- watch_keep: stores the findings of a node's watcher, for `collabctl status` and `drain`. The later start of an installation replaces the
-- earlier one, unless it is silent, and is not draining, even if the earlier one was. `older` counts the reports of an earlier start
-- since then; `replaced` says that this start is the earlier one.
-- binds: value.id, value.start, value.name, value.process, value.version, value.problems, value.started, value.idle, value.underWay, value.rateLimit, value.subscriptionLimit, value.httpCallbacks, value.place, value.remark
-- Deletes rows from a dump, and those of nodes that have died or were replaced: of an hour ago, and that of a node of 0.1.0 which was this
-- process before a reload. A clock that is ahead does not delete the row of a node that drains, which would end that.
delete from node
 where of_table <> tableoid or id is null and name = $3 and process = $4::int
    or seen_at < case when drain_since is null then clock_timestamp() else (select accepted_now()) end - interval '1 hour'
-- then
with kept_node as (
    insert into node as n (id, start, name, process, version, problems, started_at, idle, under_way, rate_limit, subscription_limit, http_callbacks, place, remark, of_table)
    values ($1, $2::bigint, case when exists (select from node where name = $3 and process = $4::int and id <> $1) then $3 || '/' || $1 else $3 end,
            $4::int, $5, $6::json, $7::timestamptz, $8::int, $9::int, $10, $11::int, $12::boolean, $13, $14, 'node'::regclass)
    on conflict (id) do update
       set start = excluded.start, name = excluded.name, process = excluded.process, version = excluded.version, problems = excluded.problems,
           seen_at = clock_timestamp(), started_at = excluded.started_at, idle = excluded.idle, under_way = excluded.under_way,
           rate_limit = excluded.rate_limit, subscription_limit = excluded.subscription_limit, http_callbacks = excluded.http_callbacks,
           place = excluded.place, remark = excluded.remark, of_table = excluded.of_table,
           older = case when n.start = excluded.start then n.older else 0 end,
           drain_since = case when n.start = excluded.start then n.drain_since end
     where n.start <= excluded.start or n.seen_at < clock_timestamp() - interval '15 seconds'
    returning older
), replaced_node as (
    update node set older = older + 1 where id = $1 and start > $2::bigint and not exists (select from kept_node) returning id
)
select (select older from kept_node) as older, exists (select from replaced_node) as replaced
