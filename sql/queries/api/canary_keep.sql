-- canary_keep: stores the given sealed canary if there is none, and returns the stored one. Of two concurrent sessions, the first wins.
-- binds: value.canary
-- outcomes: ok
insert into canary (sealed) select $1::bytea where not exists (select from canary) on conflict do nothing
-- then
select 'ok' as outcome, (select sealed::text from canary) as canary
