-- webhook_deliveries_filtered: the attempts of webhook_deliveries that match a filter, without totals. Attempts of one event, and
-- failed ones, are found by index; all others by reading back through the subscription's attempts. No index of attempts contains the
-- event's type, so the type is looked for among the newest 10,000 attempts that match the other filters. value.type and value.type_v1:
-- the type that the client has named, if the subscription is of V2 or V1; empty: no type of this version has that name.
-- binds: path.id, query.page, query.size, query.success, query.deadLetter, query.eventId, value.type, query.createdAfter, value.type_v1
-- outcomes: ok, unauthenticated, unknown
-- with: caller
, target as (
    select s.id, s.version, $4::boolean as success, $5::boolean as dead_letter, $6::uuid is not null as by_event, case s.version when 'V1' then $9::text else $7::text end as type,
           not $4::boolean or $5::boolean as by_failure, coalesce($8::timestamptz, '-infinity') as created_after,
           case when $7::text is null then ($2::bigint + 1) * $3::bigint else 10000 end as count
      from subscription s join caller on s.company = caller.company where s.id = $1::bigint
),
paging as (select $2::bigint as page, $3::bigint as size),
match as (
    select found.*
      from target, lateral (
        (select attempt.* from event join attempt on attempt.event = event.id and attempt.subscription = target.id
          where target.by_event and event.uid = $6::uuid and attempt.created_at > target.created_after
            and (target.success is null or attempt.success = target.success) and (target.dead_letter is null or (attempt.dead_letter and is_dead_letter(target.id, attempt.event)) = target.dead_letter)
          order by attempt.created_at desc, attempt.id desc limit target.count)
        union all
        (select attempt.* from attempt
          where not target.by_event and target.by_failure and attempt.subscription = target.id and not attempt.success
            and attempt.created_at > target.created_after
            and target.success is not true and (target.dead_letter is null or (attempt.dead_letter and is_dead_letter(target.id, attempt.event)) = target.dead_letter)
          order by attempt.created_at desc, attempt.id desc limit target.count)
        union all
        (select attempt.* from attempt
          where not target.by_event and target.by_failure is not true and attempt.subscription = target.id and attempt.created_at > target.created_after
            and (target.success is null or attempt.success = target.success) and (target.dead_letter is null or (attempt.dead_letter and is_dead_letter(target.id, attempt.event)) = target.dead_letter)
          order by attempt.created_at desc, attempt.id desc limit target.count)) found
),
page_attempt as (
    select match.*, case when next_attempt_at is not null then attempt_dropped(delivery_queue, event, number, match.created_at, match.id, counted) end as dropped
      from match, target
     where target.type is null or exists (select from event where event.id = match.event and event.type = target.type)
     order by match.created_at desc, match.id desc limit (select size from paging) offset (select page * size from paging)
)
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from target) then 'unknown'
            else 'ok' end as outcome,
       null as total, paging.page, paging.size, null as pages, page_attempt.id, target.id as subscription, target.version,
-- piece: event_columns
     ,
-- piece: shown_attempt
  from paging left join target on true left join page_attempt on true left join event e on e.id = page_attempt.event
 order by page_attempt.created_at desc, page_attempt.id desc
