-- subscriptions: the caller's subscriptions of the `payload_version`, and the list's entity tag (version). Needs caller.
visible_subscription as (
    select s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.content_type,
           s.created_at, s.updated_at
      from subscription s, caller where s.company = caller.company and s.version = (select version from payload_version)
), version as (
    select md5(caller.company || ' ' || {config.event_type_prefix} || ' '
               || coalesce((select string_agg(id || ' ' || micros(updated_at), ',' order by id) from visible_subscription), '')) as etag
      from caller
), known_version as (select from version where etag = any (string_to_array({request.if_none_match}, ',')))
