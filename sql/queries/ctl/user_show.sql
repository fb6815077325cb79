-- ctl_user_show: all about a user, and what prevents a login with the password. It shows the failed logins and the known networks; the
-- limits are in the server's configuration (CollabLoginLimit, CollabLoginNameLimit).
-- binds: arg.username
with named_user as (
    select a.*, c.name as company_name, c.domain, c.active as company_active from account a join company c on c.id = a.company
     where a.username = $1 and a.kind = 'user'
), failures as (
    select address, failures, since from login_failure where name = (select 'account/' || id from named_user) order by since desc, address
), failures_anywhere as (
    select failures, since from login_name where name = (select 'account/' || id from named_user)
), login as (
    select at from last_login where account = (select id from named_user)
), networks as (
    select network, seen_at from login_network where account = (select id from named_user) order by seen_at desc
), obstacle as (
    select case when not named_user.active then 'the user is disabled' when not named_user.company_active then 'the company is disabled'
                when named_user.password_hash is null then 'no password is set' end as text
      from named_user
)
select case when named_user.id is null then 'username: there is no user ' || $1 end as refusal,
       named_user.id, named_user.username, nullif(concat_ws(' ', named_user.first_name, named_user.last_name), '') as name, named_user.email, named_user.email_check_fail_data as mail_comes_back,
       nullif(concat_ws(' ', named_user.phone_country_code, named_user.phone), '') as phone, named_user.city, named_user.domain as company, named_user.role,
       case when named_user.active then 'yes' else 'no' end as active, case when named_user.password_hash is null then 'no' else 'yes' end as password,
       named_user.issuer, named_user.subject,
       coalesce('no: ' || (select text from obstacle), 'yes') as can_log_in,
       (select string_agg(failures || ' from ' || address || ' since ' || stamp(since), ', ') from failures) as failed_logins,
       (select failures || ' since ' || stamp(since) from failures_anywhere) as failed_logins_anywhere,
       (select stamp(at) from login) as last_login,
       (select string_agg(network || ' at ' || stamp(seen_at), ', ') from networks) as networks,
       stamp(named_user.created_at) as created, stamp(named_user.updated_at) as updated,
       json_build_object('user', named_user.rendered::json, 'companyId', named_user.company, 'companyName', named_user.company_name, 'companyActive', named_user.company_active,
                         'role', named_user.role, 'active', named_user.active, 'password', named_user.password_hash is not null, 'issuer', named_user.issuer, 'subject', named_user.subject,
                         'canLogIn', (select text from obstacle) is null, 'obstacle', (select text from obstacle),
                         'failedLogins', array(select json_build_object('address', address, 'failures', failures, 'since', stamp(since)) from failures),
                         'failedLoginsAnywhere', (select json_build_object('failures', failures, 'since', stamp(since)) from failures_anywhere),
                         'lastLogin', (select stamp(at) from login),
                         'networks', array(select json_build_object('network', network, 'lastLogin', stamp(seen_at)) from networks),
                         'createdAt', stamp(named_user.created_at), 'updatedAt', stamp(named_user.updated_at)) as json
  from (select) one left join named_user on true
