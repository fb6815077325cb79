-- ctl_user_erase_find: the user to erase, with the e-mail addresses and names that the account and its records contain.
-- binds: arg.username
with named_user as (select * from account where username = $1 and kind = 'user'),
-- piece: user_companies
, identity (email, name) as (
    select email, full_name(account) from account where id = (select id from named_user)
    union all
    select r.submitted_by ->> 'email', concat_ws(' ', r.submitted_by ->> 'firstName', r.submitted_by ->> 'lastName')
      from request r join named_user u on r.submit_company = any (array(select unnest(ids) from user_companies)) and u.id = r.submitter
    union all
    select r.submitted_by ->> 'username', null      -- a former user name may be an address
      from request r join named_user u on r.submit_company = any (array(select unnest(ids) from user_companies)) and u.id = r.submitter
     where is_email(r.submitted_by ->> 'username')
    union all
    select x.email, x.name
      from named_user u cross join lateral (select unnest(ids) as id from user_companies) c
     cross join lateral (select id from request where submit_company = c.id union all select id from request where receive_company = c.id) r
      join note n on n.request = r.id and n.author = u.id
     cross join lateral (values (n.creator_email, n.creator_name), (case when is_email(n.creator_username) then n.creator_username end, null)) x (email, name)
    union all
    select case when is_email(username) then username end, username from named_user
)
select case when not exists (select from named_user) then 'username: there is no user ' || $1 end as refusal,
       (select id from named_user) as account, (select ids from user_companies)::text as companies,
       array(select distinct lower(email) from identity where email <> '' and email not like 'erased-%@erased.invalid')::text as emails,
       array(select distinct name from identity where length(name) > 2 and name not like 'erased user %')::text as names,
       (select count(*) from account a, named_user u where a.id <> u.id and lower(a.email) in (select lower(email) from identity)) as namesakes
