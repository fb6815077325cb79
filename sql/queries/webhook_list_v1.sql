-- webhook_list_v1: the V1 subscriptions of the caller's company, oldest first.
-- outcomes: ok, unauthenticated
-- with: caller
, subscribed as (
    select s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.created_at,
           s.updated_at
      from subscription s, caller where s.company = caller.company and s.version = 'V1'
),
-- piece: described
select case when exists (select from caller) then 'ok' else 'unauthenticated' end as outcome,
       '[' || coalesce((select string_agg(body, ',' order by id) from described), '') || ']' as body
