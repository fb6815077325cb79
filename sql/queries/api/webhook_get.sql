-- webhook_get: one V2 subscription of the caller's company, with the health of its latest deliveries. Reads at most 1,000 rows for
-- each figure, by index.
-- binds: path.id
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller
, visible_subscription as (
    select s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.content_type,
           s.created_at, s.updated_at, s.queue
      from subscription s, caller where s.id = $1::bigint and s.company = caller.company and s.version = 'V2'
),
health as (
    select s.id, json_strip_nulls(row_to_json(x))::text as body
      from visible_subscription s
      left join lateral (select created_at from (select created_at, success from attempt where subscription = s.id and counted
                                                  order by created_at desc, id desc limit 1000) latest
                          where success order by created_at desc limit 1) last_success on true
     cross join lateral (select min(created_at) as since from (select created_at from attempt
                                                                where subscription = s.id and counted and created_at > coalesce(last_success.created_at, '-infinity')
                                                                order by created_at desc, id desc limit 1000) latest) failing
     cross join lateral (
           select stamp(last_success.created_at) as "lastSuccessAt", stamp(failing.since) as "failingSince",
                  (select error from attempt where subscription = s.id and counted and not success order by created_at desc, id desc limit 1) as "lastError",
                  (select count(*) from (select from delivery where queue = s.queue limit 1000) d) as "pending",
                  (select count(*) from (select from dead_letter where subscription = s.id limit 1000) d) as "deadLetters") x
),
version as (            -- without the health, which each delivery changes: a 304 may hide a newer one
    select subscription_tag(id, updated_at, {config.event_type_prefix}) as etag from visible_subscription
), known_version as (select from version where etag = any (string_to_array({request.if_none_match}, ','))),
-- piece: subscription_json
select case when not exists (select from caller)    then 'unauthenticated'
            when not exists (select from version)   then 'unknown'
            when exists (select from known_version) then 'not-modified'
            else 'ok' end as outcome,
       (select etag from version) as etag,
       case when not exists (select from known_version) then
       (select left(subscription_json.body, -1) || ',"health":' || health.body || '}' from subscription_json join health using (id)) end as body
