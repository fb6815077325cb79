-- ctl_subscription_delete: ends a subscription, as its owner's DELETE does: what is pending for it and its dead letters are nobody's from then on.
-- binds: arg.subscription
-- refuses
with known as (
    select id, queue from subscription where id = $1::bigint for update
), dropped as (
    select (select count(*) from delivery where queue = (select queue from known)) as deliveries,
           (select count(*) from dead_letter where subscription = (select id from known)) as dead_letters
), removed as (
    delete from subscription s using known where s.id = known.id returning s.id
)
select case when not exists (select from removed) then 'subscription: there is no subscription ' || $1 end as refusal,
       'subscription ' || $1 || ' is deleted; deliveries dropped: ' || deliveries || ', dead letters dropped: ' || dead_letters as said
  from dropped
