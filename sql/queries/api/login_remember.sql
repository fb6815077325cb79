-- login_remember: records the time and network of a user's login: the last 20 networks, for 90 days each. Adds the first login from a
-- network to the audit.
-- binds: value.account, value.network
-- outcomes: ok
with login_account as (     -- waits for an erasure of the user, and then nothing is recorded
    select id, company from account where id = $1::bigint and active for key share
), remembered_login as (
    insert into last_login (account, at) select id, clock_timestamp() from login_account on conflict (account) do update set at = excluded.at
), remembered_network as (
    insert into login_network as n (account, network, seen_at) select id, $2::cidr, clock_timestamp() from login_account
    on conflict (account, network) do update set seen_at = excluded.seen_at where n.seen_at <= clock_timestamp() - interval '1 day'
), audited as (
    insert into audit (what, by_account, by_address, company, account, after, request_id)
    select 'login.new_network', a.id, {request.address}, a.company, a.id, jsonb_build_object('network', $2::cidr), {request.id}
      from login_account a
     where not exists (select from login_network where account = a.id and network = $2::cidr and seen_at > clock_timestamp() - interval '90 days')
), deleted_network as (     -- the user's networks, except this one and the latest 19 others
    delete from login_network
     where account = $1::bigint
       and network in (select network from login_network where account = $1::bigint and network <> $2::cidr order by seen_at desc offset 19)
), deleted_old_network as (
    delete from login_network
     where (account, network) in (select account, network from login_network
                                   where seen_at <= (select accepted_now()) - interval '90 days' and account <> $1::bigint
                                   order by seen_at limit 10 for update skip locked)
)
select 'ok' as outcome
