-- ctl_company_erase_find: the company to erase, unless it has open requests.
-- binds: arg.company
with named_company as (select * from company where id::text = $1 or domain = lower($1)),
open_request as (
    select count(*) as n from named_company c, request r where c.id in (r.submit_company, r.receive_company) and r.status <> 'CLOSED'
)
select case when not exists (select from named_company) then 'company: there is no company ' || $1
            when open_request.n > 0 then 'company: ' || open_request.n || ' requests are not closed; close them first' end as refusal,
       (select id from named_company) as id, (select name from named_company) as name,
       (select count(*) from account where company = (select id from named_company)) as users,
       (select count(*) from subscription where company = (select id from named_company)) as subscriptions
  from open_request
