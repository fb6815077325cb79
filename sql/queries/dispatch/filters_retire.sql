-- filters_retire: deletes replaced filters that no event needs: each event that has yet to fan out is newer. They were also replaced more
-- than an hour ago, which allows for transactions that commit late.
with former_filter as (
    select ctid from earlier_filters
     where until < (select accepted_now()) - interval '1 hour'
       and until_event < coalesce(least((select event from outbox where channel = 1 order by event limit 1),
                                        (select event from outbox where channel = 2 order by event limit 1)), 9223372036854775807)
     limit 10000
), deleted_filter as (delete from earlier_filters where ctid = any (array(select ctid from former_filter)) returning 1)
select count(*) as done from deleted_filter
