-- ctl_user_export: a user's data outside of the company's requests, one row for each line of the export.
-- binds: arg.username
with named_user as (select * from account where username = $1 and kind = 'user'),
-- piece: user_companies
, line (place, id, type, record) as (
    select 1, a.id, 'user', concat('{"user":', a.rendered, ',"companyId":', a.company, ',"role":"', a.role, '","active":', a.active::text, ',"issuer":', coalesce(to_json(a.issuer)::text, 'null'),
                                   ',"subject":', coalesce(to_json(a.subject)::text, 'null'), ',"networks":',
                                   array_to_json(array(select network from login_network where account = a.id order by network)), ',"createdAt":"', stamp(a.created_at),
                                   '","lastLogin":', coalesce(to_json((select stamp(at) from last_login where account = a.id))::text, 'null'), ',"deprecatedUse":',
                                   array_to_json(array(select row_to_json(x) from (select operation as "operation", stamp(first_at) as "firstAt", stamp(last_at) as "lastAt"
                                                                                     from legacy_use where account = a.id order by operation) x)), '}')
      from named_user a
    union all
    select 2, u.id, 'subscription', row_to_json(x)::text
      from named_user a join subscription u on u.account = a.id,
           lateral (select u.id as "id", u.callback_url as "callbackUrl", u.active as "active", stamp(u.created_at) as "createdAt", stamp(u.updated_at) as "updatedAt") x
)
select case when not exists (select from named_user) then 'username: there is no user ' || $1 end as refusal,
       (select named_user.id from named_user) as account, (select ids from user_companies)::text as companies, (select email from named_user) as email, line.type, line.record
  from (select) one left join line on true order by line.place, line.id
