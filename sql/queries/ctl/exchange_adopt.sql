-- ctl_exchange_adopt: makes a restored copy an exchange of its own: its identity becomes arg.identity, or a new one; all tokens end, and
-- no subscription stays active.
-- binds: arg.identity
update account set epoch = default
-- then
select id from subscription where active for update     -- waits for a fan-out, a claim and a settlement in progress
-- then
with changed_subscription as (      -- those of a disabled company, too: enabling it must not switch them on
    update subscription
       set active = false, inactive_since = case when active then clock_timestamp() else inactive_since end,
           inactive_reason = 'collabctl exchange adopt', updated_at = clock_timestamp()
     where active or inactive_reason = 'company'
    returning id
), new_identity as (
    insert into exchange (identity) values (coalesce($1::uuid, gen_random_uuid()))
    on conflict (id) do update set identity = excluded.identity, since = excluded.since
    returning identity
)
select 'the exchange is now ' || identity || '; all tokens have ended, and ' || (select count(*) from changed_subscription)
       || ' subscriptions are switched off. On each node: CollabExchange ' || identity as said
  from new_identity
