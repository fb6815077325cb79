-- ctl_user_show: all that there is of a user, and what keeps it from logging in with its password. How many failed logins are too many, and for how
-- long, the server's configuration says (CollabLoginLimit): here are the failures that are remembered.
-- binds: arg.username
-- refuses
with known as (
    select a.*, c.name as company_name, c.domain, c.active as company_active from account a join company c on c.id = a.company
     where a.username = $1 and a.kind = 'user'
), failures as (
    select address, failures, since from login_failure where username = (select username from known) order by since desc, address
), obstacle as (
    select case when not known.active then 'the user is disabled' when not known.company_active then 'the company is disabled'
                when known.password_hash is null then 'no password is set' end as text
      from known
)
select case when known.id is null then 'username: there is no user ' || $1 end as refusal,
       known.id, known.username, nullif(concat_ws(' ', known.first_name, known.last_name), '') as name, known.email, known.email_check_fail_data as mail_comes_back,
       nullif(concat_ws(' ', known.phone_country_code, known.phone), '') as phone, known.city, known.domain as company,
       case when known.active then 'yes' else 'no' end as active, case when known.password_hash is null then 'no' else 'yes' end as password,
       known.issuer, known.subject,
       coalesce('no: ' || (select text from obstacle), 'yes') as can_log_in,
       (select string_agg(failures || ' from ' || address || ' since ' || stamp(since), ', ') from failures) as failed_logins,
       stamp(known.created_at) as created, stamp(known.updated_at) as updated,
       json_build_object('user', known.rendered::json, 'companyId', known.company, 'companyName', known.company_name, 'companyActive', known.company_active,
                         'active', known.active, 'password', known.password_hash is not null, 'issuer', known.issuer, 'subject', known.subject,
                         'canLogIn', (select text from obstacle) is null, 'obstacle', (select text from obstacle),
                         'failedLogins', array(select json_build_object('address', address, 'failures', failures, 'since', stamp(since)) from failures),
                         'createdAt', stamp(known.created_at), 'updatedAt', stamp(known.updated_at)) as json
  from (select) one left join known on true
