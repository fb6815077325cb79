-- canary_keep: the sealed canary; the one that is given becomes it when there is none. Of two that give one at once, the first wins.
-- binds: value.canary
-- outcomes: ok
insert into canary (sealed) select $1::bytea where not exists (select from canary) on conflict do nothing
-- then
select 'ok' as outcome, (select sealed::text from canary) as canary
