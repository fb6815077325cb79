-- watch_keep: what the watcher of a node has found, for collabctl status.
-- binds: value.name, value.process, value.version, value.problems
with gone as (
    delete from node where seen_at < clock_timestamp() - interval '1 hour'
)
insert into node (name, process, version, problems) values ($1, $2::int, $3, $4::json)
on conflict (name, process) do update set version = excluded.version, problems = excluded.problems, seen_at = clock_timestamp()
