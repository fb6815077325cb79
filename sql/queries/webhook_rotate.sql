-- webhook_rotate: gives a subscription of either version a new secret; the old one signs as well until the overlap is over. The row keeps
-- it (trigger keep_previous_secret): nobody here can read it.
-- binds: path.id, value.secret, value.overlap
-- outcomes: ok, unauthenticated, unknown
-- with: caller
, rotated as (
    update subscription s
       set secret = $2::bytea, previous_expires_at = clock_timestamp() + $3::int * interval '1 second', updated_at = clock_timestamp(),
           rotated_at = clock_timestamp()
      from caller
     where s.id = $1::bigint and s.company = caller.company
    returning s.id, s.version, s.callback_url, s.event_types, s.active, s.auth_type, s.case_directions, s.partner_companies, s.created_at,
              s.updated_at, s.previous_expires_at
), subscribed as (
    select * from rotated
),
-- piece: described
select case when not exists (select from caller)  then 'unauthenticated'
            when not exists (select from rotated) then 'unknown'
            else 'ok' end as outcome,
       (select left(body, -1) || ',"previousSecretExpiresAt":"' || stamp(previous_expires_at) || '"}'
          from described join rotated using (id)) as body
