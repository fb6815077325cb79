-- webhook_delete: deletes a subscription of either version, and drops its deliveries and dead letters (trigger keep_queue).
-- binds: path.id
-- outcomes: deleted, unauthenticated, unknown, integrator-only
-- with: caller, integrator
, target as (select s.id from subscription s join caller on s.company = caller.company where s.id = $1::bigint),
deleted_subscription as (
    delete from subscription s using target, integrator where s.id = target.id
    returning s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies
), act as (
    select 'webhook.deleted' as what, id as subscription, null as request, audit_subscription(to_jsonb(deleted_subscription)) as before, null::jsonb as after
      from deleted_subscription
),
-- piece: audit_row
select case when not exists (select from caller)           then 'unauthenticated'
            when not exists (select from target)           then 'unknown'
            when not exists (select from integrator)       then 'integrator-only'
            when exists (select from deleted_subscription) then 'deleted'
            else 'unknown' end as outcome       -- deleted concurrently
