-- watch_dead_letters: counts the dead letters of the last value.seconds that were not replayed, and names their companies. Leaves out
-- dead letters that CollabSubscriptionLimit pending= caused. Counts at most 10,000 of the newest 50,000 dead letters.
-- binds: value.seconds
with recent_letter as (
    select subscription
      from (select subscription, reason from dead_letter
             where created_at > statement_timestamp() - $1::bigint * interval '1 second' order by created_at desc limit 50000) latest
     where reason not like 'more than % deliveries were pending'
     limit 10000
), counted as (
    select s.id, left(c.domain, 60) as company, count(*) as letters
      from recent_letter join subscription s on s.id = recent_letter.subscription join company c on c.id = s.company
     group by s.id, c.domain
)
select coalesce(sum(letters), 0)::text as letters,
       (select string_agg(letters || ' of subscription ' || id || ' of ' || company, ', ' order by letters desc, id)
          from (select * from counted order by letters desc, id limit 3) most)
         || case when count(*) > 3 then ' and ' || count(*) - 3 || ' more subscriptions' else '' end as whose
  from counted
