-- canary_keep: the sealed canary. If there is none, the given one becomes it. Of two sessions that give one at once, the first
-- wins.
-- binds: value.canary
-- outcomes: ok
insert into canary (sealed) select $1::bytea where not exists (select from canary) on conflict do nothing
-- then
select 'ok' as outcome, (select sealed::text from canary) as canary
