-- canary_look: the sealed canary; null: none yet.
-- outcomes: ok
select 'ok' as outcome, (select sealed::text from canary) as canary
