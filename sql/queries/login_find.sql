-- login_find: what a login is checked against: the account's hash, unless this name has failed too often from this address.
-- binds: value.username, value.address, config.login_failures, config.login_window
-- outcomes: ok, too-many
select case when $3::int > 0 and exists (select from login_failure f where f.username = $1 and f.address = $2 and f.failures >= $3::int
                                            and f.since > clock_timestamp() - $4::int * interval '1 second')
            then 'too-many' else 'ok' end as outcome,
       a.id, a.epoch, a.password_hash
  from (select $1::text as username) asked
  left join (account a join company c on c.id = a.company and c.active) on a.username = asked.username and a.active
