-- webhook_rotate: replaces the secret of a subscription of either version. Each replaced secret also signs until the end of its
-- rotation's overlap; at most three replaced secrets do so. An overlap of 0 ends all of them. The trigger keep_previous_secret stores
-- the replaced secrets, because a worker cannot read secrets.
-- binds: path.id, value.secret, value.overlap
-- outcomes: ok, unauthenticated, unknown, integrator-only, precondition-failed, secret-limit
-- with: caller, integrator
select s.id from subscription s join integrator on s.company = integrator.company where s.id = $1::bigint for no key update of s
-- then
-- with: caller, integrator
, target as (
    select s.id, (select count(*) from previous_secret p where p.subscription = s.id and p.until > clock_timestamp()) as previous,
           fits({request.if_match}, {request.if_none_match}, subscription_tag(s.id, s.updated_at, {config.event_type_prefix})) as fits
      from subscription s join caller on s.company = caller.company where s.id = $1::bigint
), rotated_subscription as (
    update subscription s
       set secret = $2::bytea, previous_expires_at = clock_timestamp() + $3::int * interval '1 second', updated_at = clock_timestamp(),
           rotated_at = clock_timestamp()
      from target, integrator where s.id = target.id and target.fits and (target.previous < 3 or $3::int = 0)
    returning s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.content_type,
              s.created_at, s.updated_at, s.previous_expires_at
), act as (
    select 'webhook.rotated' as what, id as subscription, null as request, null::jsonb as before, jsonb_build_object('previous_expires_at', previous_expires_at) as after
      from rotated_subscription
),
-- piece: audit_row
, visible_subscription as (select * from rotated_subscription),
-- piece: subscription_json
select case when not exists (select from caller)               then 'unauthenticated'
            when not exists (select from target)               then 'unknown'
            when not exists (select from integrator)           then 'integrator-only'
            when not (select fits from target)                 then 'precondition-failed'
            when not exists (select from rotated_subscription) then 'secret-limit'
            else 'ok' end as outcome,
       (select subscription_tag(id, updated_at, {config.event_type_prefix}) from rotated_subscription) as etag,
       (select left(body, -1) || ',"previousSecretExpiresAt":"' || stamp(previous_expires_at) || '"}'
          from subscription_json join rotated_subscription using (id)) as body
