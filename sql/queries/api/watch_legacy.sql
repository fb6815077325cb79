-- watch_legacy: who still uses what CollabLegacySunset ends: the callers of deprecated operations, the latest first, then the companies with
-- active V1 subscriptions, those with most first; at most arg.rows of each. Each row has the numbers of all callers, of all these companies
-- and of all their subscriptions.
-- binds: arg.rows
with caller as (
    select account, string_agg(operation, ', ' order by operation) as operations, min(first_at) as since, max(last_at) as last
      from legacy_use group by account
), subscriber as (
    select company, count(*) as subscriptions, min(created_at) as since from subscription where version = 'V1' and active group by company
), shown as (
    (select a.company, a.username as caller, l.operations, null::bigint as subscriptions, l.since, l.last
       from caller l join account a on a.id = l.account order by l.last desc, a.id limit $1::int)
    union all
    (select company, null, null, subscriptions, since, null from subscriber order by subscriptions desc, company limit $1::int)
)
select shown.company, c.name, caller, operations, subscriptions, micros(since) as since, micros(last) as last,
       (select count(*) from caller) as callers, (select count(*) from subscriber) as subscribers,
       (select coalesce(sum(s.subscriptions), 0) from subscriber s) as all_subscriptions
  from shown join company c on c.id = shown.company
 order by caller is null, last desc, subscriptions desc, shown.company, caller
