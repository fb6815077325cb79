-- canary_look: the sealed canary; null: none has been written yet.
-- outcomes: ok
select 'ok' as outcome, (select sealed::text from canary) as canary
