-- webhook_change: changes a V2 subscription by a merge patch; null removes a filter. Deactivating it drops its pending deliveries: the
-- row gets another queue (keep_queue in sql/schema).
-- binds: path.id, body, value.event_types, value.auth_type, value.auth
-- outcomes: ok, unauthenticated, unknown, integrator-only, precondition-failed, invalid, old-node
-- with: caller, integrator
-- Deactivating waits for a fan-out, a claim and a settlement in progress (locked_subscription). No other change delays the dispatcher.
-- The statement names the column queue, so that it fails on a schema without queues.
, locked_subscription as (
    select s.queue from subscription s join integrator on s.company = integrator.company
     where s.id = $1::bigint and not ($2::json ->> 'active')::boolean for update of s
)
select s.id
  from subscription s join integrator on s.company = integrator.company
 where s.id = $1::bigint and (select count(*) from locked_subscription) >= 0 for no key update of s
-- then
-- with: caller, strange_partners, early_content_type
-- The faults are found once, under the row's lock; the two following parts read them. In their place stands the word `precondition-failed`
-- if the subscription does not meet the conditions of the HTTP request, or `old-node`.
, without_auth as (     -- credentials are valid only for the origin that they were given for
    select 'callbackAuth' as field, 'is required when callbackUrl changes to another scheme, host or port' as message, {fault.required} as code
      from subscription s join caller on s.company = caller.company
     where s.id = $1::bigint and s.auth_type <> 'NONE' and $4::text is null and url_origin(s.callback_url) <> url_origin($2::json ->> 'callbackUrl')
)
, unfit_subscription as (
    select from subscription s join caller on s.company = caller.company
     where s.id = $1::bigint and not fits({request.if_match}, {request.if_none_match}, subscription_tag(s.id, s.updated_at, {config.event_type_prefix}))
)
select set_config('collab.faults', case when exists (select from unfit_subscription) then 'precondition-failed'
                                        else coalesce(nullif(array_to_json(array(select row_to_json(x) from (select * from without_auth union all select * from strange_partners) x))::text, '[]'),
                                                      (select 'old-node' from early_content_type), '[]') end, true)
-- then
-- with: caller, integrator
-- A separate part, because unchanged credentials cannot be read, and so cannot be written again.
update subscription s set auth_type = $4, auth = $5::bytea
  from integrator where $4::text is not null and s.id = $1::bigint and s.company = integrator.company and s.version = 'V2'
   and current_setting('collab.faults') = '[]'
-- then
-- with: caller, integrator
, target as (
    select s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.content_type
      from subscription s join caller on s.company = caller.company where s.id = $1::bigint and s.version = 'V2'
), former_filter as (    -- for events that have not fanned out yet
    insert into earlier_filters (subscription, until, event_types, case_directions, partner_companies)
    select s.id, clock_timestamp(), s.event_types, s.case_directions, s.partner_companies
      from integrator, subscription s join target using (id)
     where current_setting('collab.faults') = '[]'
       and coalesce($2::json -> 'eventTypes', $2::json -> 'caseDirections', $2::json -> 'partnerCompanyIds') is not null
    returning until
), changed_subscription as (
    update subscription s
       set active       = coalesce(($2::json ->> 'active')::boolean, s.active),
           active_since = case when not s.active and ($2::json ->> 'active')::boolean then clock_timestamp() else s.active_since end,
           inactive_since  = case when ($2::json ->> 'active')::boolean then null
                                  when s.active and not ($2::json ->> 'active')::boolean then clock_timestamp() else s.inactive_since end,
           inactive_reason = case when ($2::json ->> 'active')::boolean then null else s.inactive_reason end,
           callback_since = case when s.callback_url <> $2::json ->> 'callbackUrl' then clock_timestamp() else s.callback_since end,
           callback_url = coalesce($2::json ->> 'callbackUrl', s.callback_url),
           event_types  = case when $2::json -> 'eventTypes' is null then s.event_types
                               when $3::text is not null then array(select json_array_elements_text($3::json)) end,
           case_directions = case when $2::json -> 'caseDirections' is null then s.case_directions
                                  when json_typeof($2::json -> 'caseDirections') = 'array'
                                  then in_order($2::json -> 'caseDirections') end,
           partner_companies = case when $2::json -> 'partnerCompanyIds' is null then s.partner_companies
                                    when json_typeof($2::json -> 'partnerCompanyIds') = 'array'
                                    then in_order($2::json -> 'partnerCompanyIds')::bigint[] end,
           content_type = case when $2::json -> 'contentType' is null then s.content_type
                               when $2::json ->> 'contentType' = 'application/json' then 'application/json' end,
           filters_since = coalesce((select until from former_filter), s.filters_since), updated_at   = clock_timestamp()
      from target, integrator where s.id = target.id and current_setting('collab.faults') = '[]'
    returning s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.content_type,
              s.created_at, s.updated_at
), notification as (
    -- Makes the dispatchers discard what they have cached for the subscription (peers.c), because the URL or the credentials are new, or
    -- because the patch sets `active` to true: the member says that the callback works again.
    select count(pg_notify('collab_callback', changed_subscription.id::text))
      from changed_subscription join target using (id)
     where $4::text is not null or target.callback_url <> $2::json ->> 'callbackUrl' or ($2::json ->> 'active')::boolean
), act as (
    select case when target.active and not changed_subscription.active then 'webhook.switched_off' else 'webhook.changed' end as what,
           id as subscription, null as request, audit_subscription(to_jsonb(target)) as before,
           audit_subscription(to_jsonb(changed_subscription)) || case when $4::text is null then '{}' else jsonb_build_object('new_credentials', $4::text) end as after
      from changed_subscription join target using (id)
),
-- piece: audit_row
, visible_subscription as (select * from changed_subscription),
-- piece: subscription_json
select case when not exists (select from caller)               then 'unauthenticated'
            when not exists (select from target)               then 'unknown'
            when not exists (select from integrator)           then 'integrator-only'
            when current_setting('collab.faults') in ('precondition-failed', 'old-node') then current_setting('collab.faults')
            when not exists (select from changed_subscription) then 'invalid'
            else 'ok' end as outcome,
       (select subscription_tag(id, updated_at, {config.event_type_prefix}) from changed_subscription) as etag,
       case when not exists (select from changed_subscription) then current_setting('collab.faults') else (select body from subscription_json) end as body
  from notification
