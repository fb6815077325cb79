-- webhook_delete: deletes a subscription of either version, and drops its deliveries and dead letters (trigger keep_queue).
-- binds: path.id
-- outcomes: deleted, unauthenticated, unknown, integrator-only, precondition-failed
-- with: caller, integrator
, target as (select s.id from subscription s join caller on s.company = caller.company where s.id = $1::bigint),
deleted_subscription as (
    delete from subscription s using target, integrator where s.id = target.id
       and fits({request.if_match}, {request.if_none_match}, subscription_tag(s.id, s.updated_at, {config.event_type_prefix}))
    returning s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.content_type
), remaining_subscription as (     -- the row's newest version, because a change that was committed while the statement waited may be the reason
    select fits({request.if_match}, {request.if_none_match}, subscription_tag(s.id, s.updated_at, {config.event_type_prefix})) as fits
      from subscription s, target where s.id = target.id for no key update of s
), act as (
    select 'webhook.deleted' as what, id as subscription, null as request, audit_subscription(to_jsonb(deleted_subscription)) as before, null::jsonb as after
      from deleted_subscription
),
-- piece: audit_row
select case when not exists (select from caller)           then 'unauthenticated'
            when not exists (select from target)           then 'unknown'
            when not exists (select from integrator)       then 'integrator-only'
            when exists (select from deleted_subscription) then 'deleted'
            when not (select fits from remaining_subscription) then 'precondition-failed'
            else 'unknown' end as outcome       -- deleted concurrently
