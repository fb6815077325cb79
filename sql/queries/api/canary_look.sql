-- canary_look: the sealed canary; null: nobody has written one yet.
-- outcomes: ok
select 'ok' as outcome, (select sealed::text from canary) as canary
