-- watch_stored: the five companies that have stored most today; and in each row, the ids of those that have used up their day
-- (CollabDailyLimit, or their own values), in words those that have used at least 80 % of it (`near`), and the day's end.
-- binds: value.requests, value.bytes
with now as (select (statement_timestamp() at time zone 'UTC')::date as day),
day as (select day, (day + 1)::timestamp at time zone 'UTC' as ends from now),
today as materialized (
    select d.company, c.name, d.requests, d.bytes,
           case when $1::text is not null or $2::text is not null
                then greatest(d.requests / coalesce(c.daily_requests, $1::float8), d.bytes / coalesce(c.daily_bytes, $2::float8)) end as share
      from day join company_day d on d.day = day.day join company c on c.id = d.company
), spent as (
    select company from today where share >= 1 order by share desc, company limit 1024
), near as (
    select concat(name, ' (', company, ') ', floor(share * 100), ' %') as words from today where share >= 0.8 order by share desc, company limit 5
)
select today.company, name, requests, bytes, (select string_agg(company::text, ',') from spent) as spent, (select string_agg(words, ', ') from near) as near,
       micros(day.ends) as ends, micros(day.ends) - micros(statement_timestamp()) as ends_in
  from today, day order by bytes desc, company limit 5
