-- horizon_probe: the holder of the horizon, for the status page and its alarm.
-- with: horizon
select * from horizon
