-- webhook_list: the V2 subscriptions of the caller's company, oldest first. No secret is readable here.
-- outcomes: ok, not-modified, unauthenticated
-- with: caller
, wanted as (
    select 'V2' as version
),
-- piece: subscriptions, described
-- piece: subscription_list
