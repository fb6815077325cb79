-- ctl_subscription_test: queues a test event for one V2 subscription, like its owner's POST /v2/webhooks/{id}/test.
-- binds: arg.subscription
with named_subscription as (select id, company, version, active, paused_since from subscription where id = $1::bigint),
fault as (
    select case when not exists (select from named_subscription) then 'subscription: there is no subscription ' || $1
                when (select version from named_subscription) = 'V1' then 'subscription: ' || $1 || ' is a V1 subscription, and V1 has no test event'
                when not (select active from named_subscription) then 'subscription: ' || $1 || ' is inactive'
                when (select paused_since from named_subscription) is not null then 'subscription: ' || $1 || ' is paused' end as text
), event as (
    insert into event (type, subscription, submit_company, receive_company)
    select 'webhook.test', named_subscription.id, named_subscription.company, named_subscription.company from named_subscription, fault where fault.text is null
    returning id, uid
), outbox_row as (     -- a test event goes only into the channel of V2 webhooks
    insert into outbox (channel, event) select channel.id, event.id from event, channel where channel.name = 'webhooks-v2'
)
select fault.text as refusal, event.uid as event from fault left join event on true
