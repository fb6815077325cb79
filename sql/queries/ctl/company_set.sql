-- ctl_company_set: changes the columns whose argument is not null; an empty text clears one. Disabling a company ends its users' tokens
-- and deactivates its subscriptions, as if their owners had deactivated them: their pending deliveries are dropped. Enabling the
-- company activates the subscriptions that disabling it deactivated. An erased company cannot be changed.
-- binds: arg.company, arg.name, arg.domain, arg.description, arg.tags, arg.hours_high, arg.hours_medium, arg.hours_low, arg.active, arg.rate, arg.subscriptions, arg.contact, arg.daily_requests, arg.daily_bytes
-- To disable or enable the company, the first two parts prevent new subscriptions, and wait for changes, claims and settlements under way.
with owner as (select id from company where $9::text is not null and (id::text = $1 or domain = lower($1))),
-- piece: subscription_lock
select count(*) from subscription_lock
-- then
select s.id from subscription s join company c on c.id = s.company
 where $9::text is not null and (c.id::text = $1 or c.domain = lower($1)) order by s.id for update of s
-- then
-- with: alike_company
, named_company as (select id, active, name = erased_company(id) as erased from company where id::text = $1 or domain = lower($1) for update),
other_company as (select from company where domain = lower($3) and id <> (select id from named_company)),
too_many as (select where $10 <> '' and (select count(*) from company where rate_limit is not null and id <> (select id from named_company)) >= 2048),
dropped_count as (
    select count(distinct s.id) as subscriptions, count(d.id) as deliveries
      from named_company join subscription s on s.company = named_company.id and s.active left join delivery d on d.queue = s.queue
     where named_company.active and not $9::boolean
), changed_company as (
    update company
       set name         = coalesce($2, name),
           domain       = coalesce(lower($3), domain),
           description  = case when $4::text is null then description else nullif($4, '') end,
           tags         = case when $5::text is null then tags when $5 = '' then '{}' else regexp_split_to_array(btrim($5), '\s*,\s*') end,
           hours_high   = case when $6::text is null then hours_high else nullif($6, '')::int end,
           hours_medium = case when $7::text is null then hours_medium else nullif($7, '')::int end,
           hours_low    = case when $8::text is null then hours_low else nullif($8, '')::int end,
           rate_limit   = case when $10::text is null then rate_limit else nullif($10, '')::int end,
           subscription_limit = case when $11::text is null then subscription_limit else nullif($11, '')::int end,
           daily_requests = case when $13::text is null then daily_requests else nullif($13, '')::int end,
           daily_bytes  = case when $14::text is null then daily_bytes else nullif($14, '')::bigint end,
           contacts     = case when $12::text is null then contacts when $12 = '' then '{}' else regexp_split_to_array(btrim($12, ', '), '[\s,]+') end,
           active       = coalesce($9::boolean, company.active)
      from named_company where company.id = named_company.id and not named_company.erased and not exists (select from other_company) and not exists (select from alike_company) and not exists (select from too_many)
    returning company.id, named_company.active and not company.active as disabled, company.active and not named_company.active as enabled
), changed_account as (
    update account set epoch = epoch + 1 from changed_company where account.company = changed_company.id and changed_company.disabled
), disabled_subscription as (
    update subscription s set active = false, inactive_since = clock_timestamp(), inactive_reason = 'company', updated_at = clock_timestamp()
      from changed_company where s.company = changed_company.id and changed_company.disabled and s.active
), enabled_subscription as (
    update subscription s set active = true, active_since = clock_timestamp(), inactive_since = null, inactive_reason = null, updated_at = clock_timestamp()
      from changed_company where s.company = changed_company.id and changed_company.enabled and s.inactive_reason = 'company'
    returning s.id
)
select case when not exists (select from named_company) then 'company: there is no company ' || $1
            when (select erased from named_company) then 'company: ' || $1 || ' has been erased, which cannot be undone'
            when exists (select from other_company) then 'domain: another company has the domain ' || lower($3)
            when exists (select from too_many) then 'rate: 2048 companies already have their own rate, which is the maximum'
            else (select refusal from alike_company) end as refusal,
       case when (select disabled from changed_company)
            then (select 'subscriptions made inactive: ' || subscriptions || ', deliveries dropped: ' || deliveries from dropped_count)
            when (select enabled from changed_company)
            then 'subscriptions made active again: ' || (select count(*) from enabled_subscription)
            when (select active from named_company) = $9::boolean
            then 'nothing to do: company ' || $1 || ' is ' || case when $9::boolean then 'enabled' else 'disabled' end || ' already' end as said
