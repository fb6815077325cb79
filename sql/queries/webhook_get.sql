-- webhook_get: one V2 subscription of the caller's company.
-- binds: path.id
-- outcomes: ok, unauthenticated, unknown
-- with: caller
, subscribed as (
    select s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.created_at,
           s.updated_at
      from subscription s, caller where s.id = $1::bigint and s.company = caller.company and s.version = 'V2'
),
-- piece: described
select case when not exists (select from caller)     then 'unauthenticated'
            when not exists (select from subscribed) then 'unknown'
            else 'ok' end as outcome,
       (select body from described) as body
