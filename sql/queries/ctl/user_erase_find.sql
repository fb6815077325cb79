-- ctl_user_erase_find: the user to erase, with the e-mail addresses and names that the account and its records contain.
-- binds: arg.username
with named_user as (select * from account where username = $1 and kind = 'user'),
identity (email, name) as (
    select email, full_name(account) from account where id = (select id from named_user)
    union all
    select r.submitted_by ->> 'email', concat_ws(' ', r.submitted_by ->> 'firstName', r.submitted_by ->> 'lastName')
      from request r join named_user u on u.company = r.submit_company and u.id = r.submitter
    union all
    select n.creator_email, n.creator_name
      from named_user u cross join lateral (select id from request where submit_company = u.company union all select id from request where receive_company = u.company) r
      join note n on n.request = r.id and n.author = u.id
    union all
    select case when is_email(username) then username end, username from named_user
)
select case when not exists (select from named_user) then 'username: there is no user ' || $1 end as refusal,
       (select id from named_user) as account, (select company from named_user) as id,
       array(select distinct lower(email) from identity where email <> '' and email not like 'erased-%@erased.invalid')::text as emails,
       array(select distinct name from identity where length(name) > 2 and name not like 'erased user %')::text as names,
       (select count(*) from account a, named_user u where a.id <> u.id and lower(a.email) in (select lower(email) from identity)) as namesakes
