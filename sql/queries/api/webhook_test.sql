-- webhook_test: queues a test event for one V2 subscription, through the outbox like any other event.
-- binds: path.id, request.id, request.traceparent
-- outcomes: ok, unauthenticated, unknown, integrator-only, precondition-failed, inactive
-- with: caller, integrator
, target as (
    select s.id, s.active, fits({request.if_match}, {request.if_none_match}, subscription_tag(s.id, s.updated_at, {config.event_type_prefix})) as fits
      from subscription s join caller on s.company = caller.company where s.id = $1::bigint and s.version = 'V2'
), event as (
    insert into event (type, subscription, submit_company, receive_company, request_id, traceparent)
    select 'webhook.test', target.id, integrator.company, integrator.company, $2, $3 from target, integrator where target.active and target.fits
    returning id, uid
), outbox_row as (     -- a test event goes only into the channel of V2 webhooks
    insert into outbox (channel, event) select channel.id, event.id from event, channel where channel.name = 'webhooks-v2'
), act as (
    select 'webhook.tested' as what, target.id as subscription, null as request, null::jsonb as before, null::jsonb as after from target, event
),
-- piece: audit_row
select case when not exists (select from caller)     then 'unauthenticated'
            when not exists (select from target)     then 'unknown'
            when not exists (select from integrator) then 'integrator-only'
            when not (select fits from target)       then 'precondition-failed'
            when not exists (select from event)      then 'inactive'
            else 'ok' end as outcome,
       (select '{"eventId":"' || uid || '"}' from event) as body
