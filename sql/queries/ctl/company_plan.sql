-- ctl_company_plan: what disabling a company would deactivate and drop.
-- binds: arg.company
with named_company as (select id from company where id::text = $1 or domain = lower($1))
select case when not exists (select from named_company) then 'company: there is no company ' || $1 end as refusal,
       'make ' || count(distinct s.id) || ' subscriptions inactive and drop ' || count(d.id) || ' pending deliveries' as would
  from named_company join subscription s on s.company = named_company.id and s.active left join delivery d on d.queue = s.queue
