-- jwks_claim: chooses the key sets that this dispatcher fetches now: new ones, old ones, those whose last fetch failed, and those that
-- lack a key named by a token. Skips a set whose last fetch, by any node and with any result, is more recent than its throttle.
-- arg.list is a list of {url, refresh, throttle}, times in seconds.
-- binds: arg.list
with given as (
    select x ->> 'url' as url, (x ->> 'refresh')::int * interval '1 second' as refresh, (x ->> 'throttle')::int * interval '1 second' as throttle
      from json_array_elements($1::json) x
), due_key_set as (
    select given.*, jwks.url is not null as known
      from given left join jwks using (url)
     where jwks.url is null
        or jwks.tried_at <= clock_timestamp() - given.throttle
           and (jwks.error is not null or jwks.body is null or jwks.wanted_at > jwks.tried_at or jwks.fetched_at <= clock_timestamp() - given.refresh)
)
insert into jwks (url, tried_at) select url, clock_timestamp() from due_key_set
    on conflict (url) do update set tried_at = clock_timestamp()
       where jwks.tried_at <= clock_timestamp() - (select due_key_set.throttle from due_key_set where due_key_set.url = excluded.url)
returning url
