-- webhook_list: the V2 subscriptions of the caller's company, oldest first. Workers cannot read the secrets.
-- outcomes: ok, not-modified, unauthenticated
-- with: caller
, payload_version as (select 'V2' as version),
-- piece: subscriptions, subscription_json
-- piece: subscription_list
