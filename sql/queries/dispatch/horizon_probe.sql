-- horizon_probe: what keeps dead rows alive, for the status page and its alarm.
-- with: horizon
select * from horizon
