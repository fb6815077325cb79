-- ctl_subscription_pause: pauses a subscription (arg.paused: true) or resumes it. A paused subscription keeps its deliveries. When it is
-- resumed, the dispatchers are notified and send them.
-- binds: arg.subscription, arg.paused, arg.who, arg.why
with named_subscription as (select id, queue, active, paused_since from subscription where id = $1::bigint for no key update),
changed_subscription as (
    update subscription s
       set paused_since = case when $2::boolean then clock_timestamp() end, paused_by = case when $2::boolean then $3 end,
           paused_why = case when $2::boolean then $4 end
      from named_subscription where s.id = named_subscription.id and (named_subscription.paused_since is not null) <> $2::boolean
    returning s.id
), notification as (select count(pg_notify('collab_callback', id::text)) from changed_subscription where not $2::boolean),
delivery_count as (
    select count(*) filter (where claim is null) as pending, count(claim) as leased
      from (select claim from delivery where queue = (select queue from named_subscription) limit 10000) d
)
select case when not exists (select from named_subscription) then 'subscription: there is no subscription ' || $1 end as refusal,
       case when not exists (select from changed_subscription)
            then 'nothing to do: subscription ' || $1 || case when $2::boolean then ' is already paused, since ' || stamp((select paused_since from named_subscription)) else ' is not paused' end
            when $2::boolean
            then 'subscription ' || $1 || ' is paused: ' || pending || ' deliveries wait' || case when leased > 0 then ', ' || leased || ' are being sent' else '' end
            else 'subscription ' || $1 || ' is resumed: ' || pending || ' deliveries wait' || case when not (select active from named_subscription) then '; it is inactive' else '' end
       end as said
  from notification, delivery_count
