-- ctl_subscription_list: subscriptions, newest first, each with its state, pending deliveries and dead letters, and since when it has
-- been failing.
-- binds: arg.company, arg.failing, arg.before, arg.limit, arg.subscription
-- Reads at most 10,000 rows of each kind for a subscription. A subscription is failing if its last attempt failed. It has been failing
-- since its first failure after the last success, within the last 1,000 attempts.
with page as materialized (
    select s.*, c.domain, last.success, last.error
      from subscription s join company c on c.id = s.company
      left join lateral (select success, error from attempt where subscription = s.id and counted order by created_at desc, id desc limit 1) last on true
     where ($1::text is null or c.id::text = $1 or c.domain = lower($1))
       and ($2::text is null or not last.success)
       and ($3::text is null or s.id < $3::bigint)
       and ($5::text is null or s.id = $5::bigint)
     order by s.id desc limit $4::int
), subscription_state as (
    select page.id, page.domain as company, page.version, page.callback_url, substring(page.callback_url from '^[^:]*://([^/?#]*)') as host,
           case when page.active and page.paused_since is not null then 'paused' when page.active then 'active' when page.inactive_reason = 'company' then 'disabled' when page.inactive_reason is not null then 'retired' else 'inactive' end as state,
           stamp(page.inactive_since) as inactive_since, page.inactive_reason, stamp(page.paused_since) as paused_since, page.paused_by, page.paused_why,
           array_to_string(page.event_types, ', ') as events, array_to_string(page.case_directions, ', ') as directions,
           array_to_string(page.partner_companies, ', ') as partners, page.event_types, page.case_directions, page.partner_companies, page.content_type, page.auth_type as callback_auth,
           stamp(page.created_at) as created, stamp(page.updated_at) as updated, waiting.pending, waiting.leased, stamp(waiting.due) as due,
           stamp((select created_at from event where event.id = waiting.event)) as oldest, given_up.n as dead, stamp(failing.since) as failing_since,
           case when not page.success then page.error end as error, stamp(page.rotated_at) as rotated, refusals.n as refusals
      from page, lateral (
           select count(*) filter (where claim is null) as pending, count(claim) as leased, min(due_at) filter (where claim is null) as due, min(event) as event
             from (select event, claim, due_at from delivery where queue = page.queue order by due_at limit 10000) d) waiting, lateral (
           select count(*) as n from (select from dead_letter where subscription = page.id limit 10000) l) given_up, lateral (
           select min(created_at) as since
             from (select created_at, bool_or(success) over (order by created_at desc, id desc) as behind
                     from (select created_at, id, success from attempt where subscription = page.id and counted and not page.success
                            order by created_at desc, id desc limit 1000) a) run
            where not behind) failing, lateral (        -- refusals since the secret's rotation; null: never rotated
           select case when page.rotated_at is not null then count(*) filter (where http_status in (401, 403)) end as n
             from (select http_status from attempt where subscription = page.id and not success and created_at >= page.rotated_at
                    order by created_at desc, id desc limit 10000) a) refusals
)
select id as subscription, company, version, host, callback_url as url, callback_auth, content_type, events, directions, partners, created, updated, rotated, state,
       inactive_since, inactive_reason, paused_since, paused_by, paused_why, pending, leased, oldest, due, dead, failing_since, refusals, error, id as cursor,
       json_build_object('subscription', id, 'company', company, 'version', version, 'callbackUrl', callback_url, 'state', state, 'inactiveSince', inactive_since,
                         'inactiveReason', inactive_reason, 'pausedSince', paused_since, 'pausedBy', paused_by, 'pausedWhy', paused_why,
                         'eventTypes', event_types, 'caseDirections', case_directions, 'partnerCompanyIds', partner_companies, 'contentType', content_type, 'callbackAuthType', callback_auth,
                         'createdAt', created, 'updatedAt', updated, 'pending', pending, 'leased', leased, 'oldest', oldest, 'due', due, 'deadLetters', dead, 'failingSince', failing_since, 'error', error,
                         'rotated', rotated, 'refusedSinceRotation', refusals, 'cursor', id::text) as json
  from subscription_state order by id desc
