-- login_refusal: whether a limit on failed logins forbids checking a password. `longest_refusal` has the limit (by) and the seconds
-- until it ends; no row if none applies. Needs failed_name. The limits count failures
-- * of `failed_name` from this address;
-- * of this address with any name (value.address_limit; 0: this address is not limited);
-- * of the name from all addresses. This third limit exempts networks from which the user has logged in within 90 days
--   (known_network), and admits one login every 30 s.
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
    union all     -- `case` tests its conditions in order, so a login that is refused or exempt does not call take_login_turn
    select 'everywhere', greatest(n.tried_at + interval '30 seconds', clock_timestamp() + interval '1 second')
      from login_name n join failed_name using (name)
     where case when {config.login_name_failures}::int = 0 or n.failures < {config.login_name_failures}::int or n.since <= clock_timestamp() - {config.login_name_window}::int * interval '1 second' then false
                when exists (select from known_network) or exists (select from address_refusal) then false
                else not take_login_turn(n.name) end
), longest_refusal as (
    select by, ceil(extract(epoch from until - clock_timestamp()))::int as seconds from refusal order by until desc limit 1
)
