-- horizon_probe: the holder of the horizon, for the status page and the alarm about a long transaction.
-- with: horizon
select * from horizon
