-- ctl_company_erase_find: the company to erase, unless it has open requests, or a user who wrote in the requests of a former company: these
-- requests keep the name, and nothing would find it when the account is erased.
-- binds: arg.company
with named_company as (select * from company where id::text = $1 or domain = lower($1)),
open_request as (
    select count(*) as n from named_company c, request r where c.id in (r.submit_company, r.receive_company) and r.status <> 'CLOSED'
), moved_user as (
    select count(distinct a.id) as n, string_agg(distinct a.username, ', ') as names
      from named_company c join account a on a.company = c.id join former_company f on f.account = a.id and f.company <> c.id
)
select case when not exists (select from named_company) then 'company: there is no company ' || $1
            when open_request.n > 0 then 'company: ' || open_request.n || ' requests are not closed; close them first'
            when moved_user.n > 0 then 'company: ' || moved_user.n || ' of its users came from another company, whose requests name them: ' || moved_user.names
                                       || '; erase them first (collabctl user erase)' end as refusal,
       (select id from named_company) as id, (select name from named_company) as name,
       (select count(*) from account where company = (select id from named_company)) as users,
       (select count(*) from subscription where company = (select id from named_company)) as subscriptions
  from open_request, moved_user
