-- ctl_replay_plan: the deliveries that a replay would make: one row for each endpoint, each with the totals. If there is no endpoint, one
-- row has only the totals.
-- binds: arg.rate
-- with: replay_candidate
, endpoint_total as (
    select subscription, domain as company, callback_url as url, count(*) as deliveries, min(created_at) as oldest, max(created_at) as newest
      from replay_candidate where left_out is null group by subscription, domain, callback_url
), total as (
    select count(*) filter (where left_out is null) as n, count(distinct subscription) filter (where left_out is null) as endpoints,
           min(created_at) filter (where left_out is null) as oldest, max(created_at) filter (where left_out is null) as newest,
           count(*) filter (where left_out = 'deleted') as deleted, count(*) filter (where left_out = 'inactive') as inactive,
           count(*) filter (where left_out = 'under way') as under_way, count(*) filter (where left_out = 'unlogged') as unlogged,
           count(*) filter (where left_out is null and missed) as missed, count(*) as found
      from replay_candidate
),
-- piece: replay_reason
select total.n as total, total.endpoints, stamp(total.oldest) as first, stamp(total.newest) as last, total.deleted, total.inactive, total.under_way, total.unlogged, total.missed,
       (select text from reason) as why,
       replay_batches(total.n, $1::int) as seconds,
       endpoint_total.subscription, endpoint_total.company, endpoint_total.url, endpoint_total.deliveries, stamp(endpoint_total.oldest) as oldest, stamp(endpoint_total.newest) as newest,
       json_build_object('dryRun', true, 'deliveries', total.n, 'oldest', stamp(total.oldest), 'newest', stamp(total.newest), 'rate', $1::int,
                         'seconds', replay_batches(total.n, $1::int),
                         'leftOut', json_build_object('deleted', total.deleted, 'inactive', total.inactive, 'underWay', total.under_way, 'unlogged', total.unlogged),
                         'missed', total.missed, 'why', (select text from reason),
                         'endpoints', (select coalesce(json_agg(json_build_object('subscription', s.subscription, 'company', s.company,
                                                                                  'callbackUrl', s.url, 'deliveries', s.deliveries,
                                                                                  'oldest', stamp(s.oldest), 'newest', stamp(s.newest))
                                                                order by s.subscription), '[]') from endpoint_total s)) as json
  from total left join endpoint_total on true order by endpoint_total.subscription
