-- ctl_subscription_plan: what deleting a subscription would drop.
-- binds: arg.subscription
with named_subscription as (select id, queue from subscription where id = $1::bigint)
select case when not exists (select from named_subscription) then 'subscription: there is no subscription ' || $1 end as refusal,
       'drop ' || (select count(*) from delivery where queue = (select queue from named_subscription)) || ' pending deliveries and '
               || (select count(*) from dead_letter where subscription = (select id from named_subscription)) || ' dead letters' as would
