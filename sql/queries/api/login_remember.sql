-- login_remember: keeps that a user has logged in from this network, for 90 days, and for its last 20 networks.
-- binds: value.account, value.network
-- outcomes: ok
with remembered_network as (
    insert into login_network as n (account, network, seen_at) values ($1::bigint, $2::cidr, clock_timestamp())
    on conflict (account, network) do update set seen_at = excluded.seen_at
), deleted_network as (     -- the user's own: those before the last 19 others
    delete from login_network
     where account = $1::bigint
       and network in (select network from login_network where account = $1::bigint and network <> $2::cidr order by seen_at desc offset 19)
), deleted_old_network as (
    delete from login_network
     where (account, network) in (select account, network from login_network
                                   where seen_at <= now() - interval '90 days' and account <> $1::bigint
                                   order by seen_at limit 10 for update skip locked)
)
select 'ok' as outcome
