-- login_failed: counts a failed login of a name from an address; what is older than the window is forgotten.
-- binds: value.username, value.address, config.login_window
-- outcomes: ok
with forgotten as (
    delete from login_failure
     where (username, address) in (select username, address from login_failure
                                    where since <= clock_timestamp() - $3::int * interval '1 second' and (username, address) <> ($1, $2)
                                    order by since limit 10 for update skip locked)
)
insert into login_failure as f (username, address, failures, since) values ($1, $2, 1, clock_timestamp())
on conflict (username, address) do update
   set failures = case when f.since <= clock_timestamp() - $3::int * interval '1 second' then 1 else f.failures + 1 end,
       since    = case when f.since <= clock_timestamp() - $3::int * interval '1 second' then clock_timestamp() else f.since end
returning 'ok' as outcome
