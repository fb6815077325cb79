-- webhook_list_v1: the V1 subscriptions of the caller's company, oldest first.
-- outcomes: ok, not-modified, unauthenticated
-- with: caller
, payload_version as (select 'V1' as version),
-- piece: subscriptions, subscription_json
-- piece: subscription_list
