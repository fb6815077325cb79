-- webhook_get: one V2 subscription of the caller's company.
-- binds: path.id
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller
, visible_subscription as (
    select s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.created_at,
           s.updated_at
      from subscription s, caller where s.id = $1::bigint and s.company = caller.company and s.version = 'V2'
),
version as (            -- the operator sets the prefix of the event types
    select id || '-' || micros(updated_at) || '-' || left(md5({config.event_type_prefix}), 8) as etag from visible_subscription
), known_version as (select from version where etag = any (string_to_array({request.etags}, ','))),
-- piece: subscription_json
select case when not exists (select from caller)    then 'unauthenticated'
            when not exists (select from version)   then 'unknown'
            when exists (select from known_version) then 'not-modified'
            else 'ok' end as outcome,
       (select etag from version) as etag,
       case when not exists (select from known_version) then (select body from subscription_json) end as body
