-- login_failed: counts a failed login of a name from an address, and of the address (a limit of 0 counts nothing). Returns both
-- counts, and whether the name belongs to a user. Deletes counts that are older than their window.
-- binds: value.username, value.address, config.login_failures, config.login_window, value.address_limit, config.login_address_window
-- outcomes: ok
with name_failure as (    -- all sessions lock in this order: the name's row, then the address's
    insert into login_failure as f (username, address, failures, since)
    select $1, $2, 1, clock_timestamp() where $3::int > 0
    on conflict (username, address) do update
       set failures = case when f.since <= clock_timestamp() - $4::int * interval '1 second' then 1 else f.failures + 1 end,
           since    = case when f.since <= clock_timestamp() - $4::int * interval '1 second' then clock_timestamp() else f.since end
    returning failures
), address_failure as (
    insert into login_address as f (address, failures, since) select $2, 1, clock_timestamp() where $5::int > 0
    on conflict (address) do update
       set failures = case when f.since <= clock_timestamp() - $6::int * interval '1 second' then 1 else f.failures + 1 end,
           since    = case when f.since <= clock_timestamp() - $6::int * interval '1 second' then clock_timestamp() else f.since end
    returning failures
), deleted_name_failure as (
    delete from login_failure
     where (username, address) in (select username, address from login_failure
                                    where since <= clock_timestamp() - $4::int * interval '1 second' and (username, address) <> ($1, $2)
                                    order by since limit 10 for update skip locked)
), deleted_address_failure as (
    delete from login_address
     where address in (select address from login_address
                        where since <= clock_timestamp() - $6::int * interval '1 second' and address <> $2
                        order by since limit 10 for update skip locked)
)
select 'ok' as outcome, (select failures from name_failure) as of_name, (select failures from address_failure) as of_address,
       case when exists (select from account where username = $1) then 'yes' else 'no' end as known
