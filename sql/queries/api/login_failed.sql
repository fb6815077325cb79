-- login_failed: counts a failed login three times: for name and address together, for the address, and for the name. A count whose
-- limit is 0 is left out. Returns the counts, and whether the name is an account's. Adds a locked name to the audit, at most once an
-- hour. Deletes counts older than their window.
-- binds: value.address, config.login_failures, config.login_window, value.address_limit, config.login_address_window, config.login_name_failures, config.login_name_window
-- outcomes: ok
-- with: failed_name
, name_failure as (    -- all sessions lock rows in the same order: name and address, address, name
    insert into login_failure as f (name, address, failures, since)
    select name, $1, 1, clock_timestamp() from failed_name where $2::int > 0
    on conflict (name, address) do update
       set failures = case when f.since <= clock_timestamp() - $3::int * interval '1 second' then 1 else f.failures + 1 end,
           since    = case when f.since <= clock_timestamp() - $3::int * interval '1 second' then clock_timestamp() else f.since end
    returning failures
), address_failure as (
    insert into login_address as f (address, failures, since) select $1, 1, clock_timestamp() where $4::int > 0
    on conflict (address) do update
       set failures = case when f.since <= clock_timestamp() - $5::int * interval '1 second' then 1 else f.failures + 1 end,
           since    = case when f.since <= clock_timestamp() - $5::int * interval '1 second' then clock_timestamp() else f.since end
    returning failures
), failure_anywhere as (
    insert into login_name as f (name, failures, since, tried_at)
    select name, 1, clock_timestamp(), clock_timestamp() from failed_name where $6::int > 0
    on conflict (name) do update
       set failures = case when f.since <= clock_timestamp() - $7::int * interval '1 second' then 1 else f.failures + 1 end,
           since    = case when f.since <= clock_timestamp() - $7::int * interval '1 second' then clock_timestamp() else f.since end,
           tried_at = clock_timestamp()
    returning failures
), lockout as (
    select 'name' as by, failures from name_failure where failures >= $2::int
    union all select 'everywhere', failures from failure_anywhere where failures >= $6::int limit 1
), audited as (
    insert into audit (what, by_address, company, account, after, request_id, once)
    select 'login.locked', {request.address}, a.company, a.id,
           jsonb_strip_nulls(jsonb_build_object('by', lockout.by, 'failures', lockout.failures, 'unknownName', case when a.id is null then failed_name.name end)),
           {request.id}, concat('locked/', failed_name.name, '/', date_trunc('hour', now()))
      from lockout cross join failed_name left join account a on a.id = failed_name.account
    on conflict do nothing      -- no conflict target, because one would require the right to read the audit
), deleted_name_failure as (     -- now(): with the volatile clock_timestamp() no index would be used
    delete from login_failure
     where (name, address) in (select name, address from login_failure
                                where since <= now() - $3::int * interval '1 second'
                                  and (name <> (select name from failed_name) or address <> $1)
                                order by since limit 10 for update skip locked)
), deleted_address_failure as (
    delete from login_address
     where address in (select address from login_address
                        where since <= now() - $5::int * interval '1 second' and address <> $1
                        order by since limit 10 for update skip locked)
), deleted_failure_anywhere as (
    delete from login_name
     where name in (select name from login_name
                     where since <= now() - $7::int * interval '1 second' and name <> (select name from failed_name)
                     order by since limit 10 for update skip locked)
)
select 'ok' as outcome, (select failures from name_failure) as of_name, (select failures from address_failure) as of_address,
       (select failures from failure_anywhere) as of_name_anywhere,
       case when failed_name.account is null then 'no' else 'yes' end as known
  from failed_name
