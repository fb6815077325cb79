-- ctl_exchange_prune: the companies that the file does not have, which ctl_company_set then disables; writes their audit rows.
-- binds: arg.wanted, arg.prune
-- with: exchange_wanted, exchange_company_state
, target as materialized (
    select row_number() over (order by s.state ->> 'domain') as n, 'company' as noun, s.id, s.id as company_id, s.state ->> 'domain' as name, s.state as before, s.state || '{"active": false}' as after
      from company_state s
     where $2::text is not null and ($1::jsonb -> 'all')::boolean and s.state -> 'active' = 'true' and s.id not in (select id from wanted_company where id is not null)
), made as (
    select n, id as company, null::bigint as account, null::jsonb as named from target
),
-- piece: exchange_changed
select n, noun as kind, name, (before is null)::text as added, old::text as old, new::text as new
  from changed order by n
