-- ctl_clock_show: the database's clock and the accepted time, and what is known of the gap between them.
select case when gap is not null then 'has parted from the clock: the earlier one counts'
            when abs(extract(epoch from clock_timestamp() - accepted)) > 3600 then 'stands still, because no dispatcher runs: the earlier one counts'
            else 'agrees with the clock' end as accepted_time,
       stamp(clock_timestamp()) as clock, stamp(accepted) as accepted,
       round(extract(epoch from clock_timestamp() - accepted)) || ' s' as clock_ahead,
       round(extract(epoch from parted_for)) || ' s' as parted_for, round(extract(epoch from steady_for)) || ' s' as constant_for,
       case when gap is not null then round(extract(epoch from interval '72 hours' - steady_for)) || ' s' end as accepts_the_clock_in,
       (select string_agg(name || ' ' || process, ', ' order by name, process) from node, json_array_elements(problems) p
         where p ->> 'reason' = 'clock' and seen_at > clock_timestamp() - interval '30 seconds') as nodes_with_another_clock,
       json_build_object('parted', gap is not null, 'clock', stamp(clock_timestamp()), 'accepted', stamp(accepted),
                         'clockAheadSeconds', round(extract(epoch from clock_timestamp() - accepted)),
                         'partedSeconds', round(extract(epoch from parted_for)), 'constantSeconds', round(extract(epoch from steady_for))) as json
  from accepted_time
