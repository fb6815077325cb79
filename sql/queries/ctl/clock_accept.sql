-- ctl_clock_accept: accepts the database's clock. A step that a dispatcher has begun is void: it knows an older number.
with parted as (select accepted from accepted_time where gap is not null or abs(extract(epoch from clock_timestamp() - accepted)) > 3600 for update),
accepted_clock as (
    update accepted_time set accepted = clock_timestamp(), step = step + 1, gap = null, parted_for = '0', steady_for = '0'
     where exists (select from parted) returning accepted
)
select case when exists (select from accepted_clock)
            then 'the accepted time is now ' || stamp((select accepted from accepted_clock)) || ', as the clock says; it was ' || stamp((select accepted from parted))
            else 'nothing to do: the accepted time agrees with the clock' end as said
