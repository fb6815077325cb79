-- ctl_retention_set: changes the times whose argument is not null; an empty text means for ever.
-- binds: arg.attempts, arg.audit, arg.requests
with changed_retention as (
    update retention
       set attempts = case when $1::text is null then attempts else nullif($1, '')::int end,
           audit    = case when $2::text is null then audit else nullif($2, '')::int end,
           requests = case when $3::text is null then requests else nullif($3, '')::int end
     where coalesce($1, $2, $3) is not null and coalesce(nullif($2, '')::int, 30) >= 30 returning attempts, audit, requests
)
select case when coalesce($1, $2, $3) is null then 'give --attempts, --audit or --requests'
            when nullif($2, '')::int < 30 then 'audit: must be a number from 30 to 36500' end as refusal,
       (select format('kept at least: attempts %s, audit %s, requests %s', coalesce(attempts || ' days', 'for ever'), coalesce(audit || ' days', 'for ever'),
                      coalesce(requests || ' days', 'for ever')) from changed_retention) as said
