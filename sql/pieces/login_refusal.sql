-- login_refusal: whether a limit on failed logins refuses to check a password: `longest_refusal` says which limit (by: null: none
-- does), and for how many seconds. The limits are those of too many failures of `failed_name` from this address, of this address
-- with any names (value.address_limit; 0: the address does not count), and of the name from anywhere. The last limit is not for
-- networks that the user has logged in from within 90 days (known_network), and lets one login in 30 s pass. Needs failed_name.
known_network as (
    select n.seen_at from login_network n join failed_name on failed_name.account = n.account
     where n.network = {value.network}::cidr and n.seen_at > clock_timestamp() - interval '90 days'
), address_refusal as (
    select 'address' as by, since + {config.login_address_window}::int * interval '1 second' as until from login_address
     where {value.address_limit}::int > 0 and address = {value.address} and failures >= {value.address_limit}::int and since > clock_timestamp() - {config.login_address_window}::int * interval '1 second'
    union all
    select 'name', f.since + {config.login_window}::int * interval '1 second' from login_failure f join failed_name using (name)
     where {config.login_failures}::int > 0 and f.address = {value.address} and f.failures >= {config.login_failures}::int and f.since > clock_timestamp() - {config.login_window}::int * interval '1 second'
), refusal as (
    select by, until from address_refusal
    union all     -- a case looks at its conditions in their order: who is refused or exempt takes no turn
    select 'everywhere', greatest(n.tried_at + interval '30 seconds', clock_timestamp() + interval '1 second')
      from login_name n join failed_name using (name)
     where case when {config.login_name_failures}::int = 0 or n.failures < {config.login_name_failures}::int or n.since <= clock_timestamp() - {config.login_name_window}::int * interval '1 second' then false
                when exists (select from known_network) or exists (select from address_refusal) then false
                else not take_login_turn(n.name) end
), longest_refusal as (
    select by, ceil(extract(epoch from until - clock_timestamp()))::int as seconds from refusal order by until desc limit 1
)
