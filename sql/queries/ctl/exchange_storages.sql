-- ctl_exchange_storages: sets companies' default storages. A new one has no password, and one that goes to another server loses it:
-- it is not used until `collabctl attachment set` gives it one.
-- binds: arg.wanted
-- with: exchange_wanted, exchange_storage_state
, wanted_storage as materialized (
    select w.*, c.id as company_id from jsonb_to_recordset($1::jsonb -> 'storages') w (n int, path text, company text, given jsonb) join wanted_company c on c.domain = w.company
), target as materialized (
    select w.n, 'attachment' as noun, s.company as id, w.company_id, w.company as name, s.state as before,
           coalesce(s.state, '{"port": 443, "path": "/"}') || w.given
           || case when w.given ? 'expiration' then jsonb_build_object('expiration', stamp((w.given ->> 'expiration')::timestamptz)) else '{}' end as after
      from wanted_storage w left join storage_state s on s.company = w.company_id
), new_storage as (
    insert into attachment_storage (uid, company, domain, port, path, expiration, overwrites)
    select gen_random_uuid(), t.company_id, x.domain, x.port, x.path, x.expiration, x."sameName" = 'overwrite'
      from target t, jsonb_to_record(t.after) x (domain text, port int, path text, expiration timestamptz, "sameName" text) where t.before is null
), changed_storage as (
    update attachment_storage s
       set domain = x.domain, port = x.port, path = x.path, expiration = x.expiration, overwrites = x."sameName" = 'overwrite', updated_at = clock_timestamp(),
           password = case when (s.domain, s.port) = (x.domain, x.port) then s.password end
      from target t, jsonb_to_record(t.after) x (domain text, port int, path text, expiration timestamptz, "sameName" text)
     where s.company = t.id and s.request is null and t.before <> t.after
), made as (
    select n, company_id as company, null::bigint as account, null::jsonb as named from target
),
-- piece: exchange_changed
select n, noun as kind, name, (before is null)::text as added, old::text as old, new::text as new
  from changed order by n
