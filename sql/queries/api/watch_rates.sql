-- watch_rates: the companies that have a rate limit of their own, for the workers of the node.
select id, rate_limit from company where rate_limit is not null order by id limit 2048
