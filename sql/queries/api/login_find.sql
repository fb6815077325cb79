-- login_find: the account's hash to check a login against, unless a limit refuses it: too many failures of this name from this
-- address, of this address with any names (value.address_limit; 0: the address does not count), or of this name from anywhere.
-- The last limit is not for networks that the user has logged in from within 90 days, and lets one login in 30 s pass. A refusal
-- says which limit, and for how many seconds. remembered: no: when the login succeeds, login_remember has something to write.
-- binds: value.address, value.network, config.login_failures, config.login_window, value.address_limit, config.login_address_window, config.login_name_failures, config.login_name_window
-- outcomes: ok, too-many
-- with: failed_name
, known_network as (
    select n.seen_at from login_network n join failed_name on failed_name.account = n.account
     where n.network = $2::cidr and n.seen_at > clock_timestamp() - interval '90 days'
), address_refusal as (
    select 'address' as by, since + $6::int * interval '1 second' as until from login_address
     where $5::int > 0 and address = $1 and failures >= $5::int and since > clock_timestamp() - $6::int * interval '1 second'
    union all
    select 'name', f.since + $4::int * interval '1 second' from login_failure f join failed_name using (name)
     where $3::int > 0 and f.address = $1 and f.failures >= $3::int and f.since > clock_timestamp() - $4::int * interval '1 second'
), refusal as (
    select by, until from address_refusal
    union all     -- a case looks at its conditions in their order: who is refused or exempt takes no turn
    select 'everywhere', greatest(n.tried_at + interval '30 seconds', clock_timestamp() + interval '1 second')
      from login_name n join failed_name using (name)
     where case when $7::int = 0 or n.failures < $7::int or n.since <= clock_timestamp() - $8::int * interval '1 second' then false
                when exists (select from known_network) or exists (select from address_refusal) then false
                else not take_login_turn(n.name) end
), longest_refusal as (
    select by, ceil(extract(epoch from until - clock_timestamp()))::int as seconds from refusal order by until desc limit 1
)
select case when longest_refusal.by is null then 'ok' else 'too-many' end as outcome, longest_refusal.by as refused_by, longest_refusal.seconds as refused_for,
       a.id, a.company, a.epoch, a.password_hash,
       case when exists (select from known_network where seen_at > clock_timestamp() - interval '1 day')
             and exists (select from last_login where account = failed_name.account and at > clock_timestamp() - interval '1 minute')
            then 'yes' else 'no' end as remembered
  from failed_name
  left join longest_refusal on true
  left join (account a join company c on c.id = a.company and c.active) on a.id = failed_name.account and a.active
