-- watch_issuers: for each URL of value.list, in its order, a list of {url, refresh, trusted} with times in seconds: how long ago its keys were confirmed,
-- in microseconds, and what is wrong with them, in a word that the watcher knows. value.up: how long this node has run, in seconds.
--
-- An exchange that was off raises no alarm before a fetch has failed. A set that nobody has fetched counts only after this node has run
-- for as long.
-- binds: value.list, value.up
with given as (
    select n, x ->> 'url' as url, (x ->> 'refresh')::int * interval '1 second' as refresh,
           (x ->> 'trusted')::int * interval '1 second' as trusted, $2::float8 * interval '1 second' as up
      from json_array_elements($1::json) with ordinality list (x, n)
)
select (extract(epoch from greatest(clock_timestamp() - fetched_at, '0')) * 1000000)::bigint as age, left(error, 200) as error,
       case when body is null and (error is not null or up >= interval '1 minute') then 'none'
            when failed_at >= fetched_at + trusted then 'ended'
            when error is not null and usable = 0 then 'unusable'
            when failed_at >= fetched_at + 3 * refresh then 'unconfirmed'
            when least(clock_timestamp() - greatest(tried_at, fetched_at), up) >= 3 * refresh + interval '1 minute' then 'untried'
            when error is null and usable = 0 then 'empty' end as fault
  from given left join jwks using (url) order by n
