-- webhook_list_v1: the V1 subscriptions of the caller's company, oldest first.
-- outcomes: ok, not-modified, unauthenticated
-- with: caller
, subscribed as (
    select s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.created_at,
           s.updated_at
      from subscription s, caller where s.company = caller.company and s.version = 'V1'
),
version as (
    select md5(caller.company || ' ' || {config.event_prefix} || ' '
               || coalesce((select string_agg(id || ' ' || micros(updated_at), ',' order by id) from subscribed), '')) as etag
      from caller
), known as (
    select from version where etag = any (string_to_array({request.etags}, ','))
),
-- piece: described
select case when not exists (select from caller) then 'unauthenticated'
            when exists (select from known)      then 'not-modified'
            else 'ok' end as outcome,
       (select etag from version) as etag,
       case when not exists (select from known) then
       '[' || coalesce((select string_agg(body, ',' order by id) from described), '') || ']' end as body
