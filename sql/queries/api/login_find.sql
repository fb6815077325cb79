-- login_find: the account's hash to check a login against, unless this name has failed too often from this address, or this
-- address with any names (value.address_limit; 0: the address does not count). A refusal says which limit, and for how many
-- seconds.
-- binds: value.username, value.address, config.login_failures, config.login_window, value.address_limit, config.login_address_window
-- outcomes: ok, too-many
with refusal as (
    select 'address' as by, since + $6::int * interval '1 second' as until from login_address
     where $5::int > 0 and address = $2 and failures >= $5::int
    union all
    select 'name', since + $4::int * interval '1 second' from login_failure
     where $3::int > 0 and username = $1 and address = $2 and failures >= $3::int
), longest_refusal as (
    select by, ceil(extract(epoch from until - clock_timestamp()))::int as seconds from refusal where until > clock_timestamp() order by until desc limit 1
)
select case when longest_refusal.by is null then 'ok' else 'too-many' end as outcome, longest_refusal.by as refused_by, longest_refusal.seconds as refused_for,
       a.id, a.company, a.epoch, a.password_hash
  from (select $1::text as username) given
  left join longest_refusal on true
  left join (account a join company c on c.id = a.company and c.active) on a.username = given.username and a.active
