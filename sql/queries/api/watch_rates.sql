-- watch_rates: the companies with their own rate limit, for the node's workers.
select id, rate_limit from company where rate_limit is not null order by id limit 2048
