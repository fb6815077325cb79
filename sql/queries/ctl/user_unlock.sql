-- ctl_user_unlock: deletes the failed logins of a user's name from all addresses. If an address is given, it also deletes the failed
-- logins of all users from that address.
-- binds: arg.username, arg.address
with named_user as (select username, 'account/' || id as name from account where username = $1 and kind = 'user' for key share), -- keeps out an erasure
deleted_name_failure as (delete from login_failure f using named_user where f.name = named_user.name returning f.address),
deleted_address_failure as (delete from login_address a using named_user where a.address = $2::text returning a.failures),
deleted_failure_anywhere as (delete from login_name n using named_user where n.name = named_user.name returning n.failures)
select case when not exists (select from named_user) then 'username: there is no user ' || $1 end as refusal,
       case when count(*) = 0 and $2::text is null and exists (select from deleted_failure_anywhere) then 'failed logins from all addresses forgotten'
            when count(*) = 0 and $2::text is null then 'nothing to do: no failed login of ' || $1 || ' is remembered' else
       'failed logins from ' || count(*) || case count(*) when 1 then ' address' else ' addresses' end || ' forgotten'
       || coalesce('; failed logins of all users from ' || $2 || ' forgotten: ' || (select coalesce(sum(failures), 0) from deleted_address_failure), '') end as said
  from deleted_name_failure
