-- webhook_deliveries: the attempts of a subscription of the caller's company, newest first, one row each. If there are none, one
-- row without an id. The bodies sent are not stored: api/deliveries.c builds them again from the events.
-- binds: path.id, query.page, query.size
-- outcomes: ok, unauthenticated, unknown
-- with: caller
, target as (select s.id, s.version from subscription s join caller on s.company = caller.company where s.id = $1::bigint),
paging as (select $2::bigint as page, $3::bigint as size),
total as (select count(*) as n from attempt, target where attempt.subscription = target.id),
page_attempt as (
    select attempt.*, case when next_attempt_at is not null then attempt_dropped(delivery_queue, event, number, attempt.created_at, attempt.id, counted) end as dropped
      from attempt, target where attempt.subscription = target.id
     order by attempt.created_at desc, attempt.id desc limit (select size from paging) offset (select page * size from paging)
)
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from target) then 'unknown'
            else 'ok' end as outcome,
       total.n as total, paging.page, paging.size, (total.n + paging.size - 1) / paging.size as pages,
       page_attempt.id, target.id as subscription, target.version,
-- piece: event_columns
     ,
-- piece: shown_attempt
  from total cross join paging left join target on true left join page_attempt on true left join event e on e.id = page_attempt.event
 order by page_attempt.created_at desc, page_attempt.id desc
