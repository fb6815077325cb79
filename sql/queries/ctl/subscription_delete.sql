-- ctl_subscription_delete: deletes a subscription like its owner's DELETE, and drops its pending deliveries and dead letters.
-- binds: arg.subscription
with named_subscription as (select id, queue from subscription where id = $1::bigint for update),
dropped_count as (
    select (select count(*) from delivery where queue = (select queue from named_subscription)) as deliveries,
           (select count(*) from dead_letter where subscription = (select id from named_subscription)) as dead_letters
), deleted_subscription as (delete from subscription s using named_subscription where s.id = named_subscription.id returning s.id)
select case when not exists (select from deleted_subscription) then 'subscription: there is no subscription ' || $1 end as refusal,
       'subscription ' || $1 || ' is deleted; deliveries dropped: ' || deliveries || ', dead letters dropped: ' || dead_letters as said
  from dropped_count
