-- webhook_find: the uid of a subscription of the caller's company. A worker needs the uid to seal the subscription's secrets.
-- binds: path.id
-- outcomes: ok, unauthenticated, unknown
-- with: caller
, target as (select s.uid from subscription s join caller on s.company = caller.company where s.id = $1::bigint)
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from target) then 'unknown'
            else 'ok' end as outcome,
       (select uid from target) as uid
