-- webhook_create: creates a subscription of the caller's company. A lock permits a company one creation at a time, so that its
-- limit holds: the company's own, or else CollabSubscriptionLimit. V1 subscriptions do not count after their sunset, because they get no
-- more events.
-- binds: value.uid, value.secret, value.auth, value.auth_type, value.version, value.event_types, body, config.subscription_limit, value.v1_ended
-- outcomes: ok, unauthenticated, integrator-only, precondition-failed, invalid, old-node, subscription-limit
-- with: caller
, owner as (select company as id from caller),
-- piece: subscription_lock
select count(*) from subscription_lock
-- then
-- with: caller, integrator, strange_partners, early_content_type
, subscription_limit as (select coalesce(company.subscription_limit, $8::int) as n from caller join company on company.id = caller.company)
, new_subscription as (
    insert into subscription (uid, company, account, version, callback_url, event_types, case_directions, partner_companies, content_type,
                              auth_type, auth, secret, active, inactive_since)
    select $1::uuid, integrator.company, integrator.id, $5::text, $7::json ->> 'callbackUrl',
           case when $6::text is null then null else array(select json_array_elements_text($6::json)) end,
           case when json_typeof($7::json -> 'caseDirections') = 'array' and $5 = 'V2'
                then in_order($7::json -> 'caseDirections') end,
           case when json_typeof($7::json -> 'partnerCompanyIds') = 'array' and $5 = 'V2'
                then in_order($7::json -> 'partnerCompanyIds')::bigint[] end,
           case $7::json ->> 'contentType' when 'application/json' then 'application/json' end,
           $4, $3::bytea, $2::bytea, coalesce(($7::json ->> 'active')::boolean, true),
           case when not ($7::json ->> 'active')::boolean then clock_timestamp() end
      from integrator
     where (select count(*) from subscription s where s.company = integrator.company and (s.version <> 'V1' or not $9::boolean)) < (select n from subscription_limit)
       and not exists (select from strange_partners) and not exists (select from early_content_type) and {request.if_match}::text is null
    returning id, version, callback_url, event_types, active, auth_type, case_directions, partner_companies, content_type, created_at, updated_at
), act as (
    select 'webhook.created' as what, id as subscription, null as request, null::jsonb as before, audit_subscription(to_jsonb(new_subscription)) as after
      from new_subscription
),
-- piece: audit_row
, visible_subscription as (
    select id, version, callback_url, event_types, active, auth_type, case_directions, partner_companies, content_type, created_at,
           null::timestamptz as updated_at
      from new_subscription
),
-- piece: subscription_json
select case when not exists (select from caller)           then 'unauthenticated'
            when not exists (select from integrator)       then 'integrator-only'
            when {request.if_match}::text is not null      then 'precondition-failed'       -- there is no record yet that it could name
            when exists (select from strange_partners)     then 'invalid'
            when exists (select from early_content_type)   then 'old-node'
            when not exists (select from new_subscription) then 'subscription-limit'
            else 'ok' end as outcome, (select n from subscription_limit) as subscription_limit,
       (select subscription_tag(id, updated_at, {config.event_type_prefix}) from new_subscription) as etag,
       case when exists (select from strange_partners) then array_to_json(array(select row_to_json(x) from strange_partners x))::text
            else (select body from subscription_json) end as body
