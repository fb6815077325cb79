-- dispatcher_clock: the database's time, in microseconds. A dispatcher whose clock differs from it claims nothing.
select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now
