-- ctl_user_set: changes the columns whose argument is not null; an empty text clears one. A new password, or disabling the user, ends the
-- user's tokens. An erased user cannot be changed. Records keep the user name that the user had at their creation.
-- binds: arg.username, arg.email, arg.first_name, arg.last_name, arg.phone, arg.phone_country_code, arg.city, arg.email_check_fail_data, arg.password_hash, arg.active, arg.issuer, arg.subject, arg.role, arg.new_username
with named_user as (
    select id, active, username = erased_user(id) as erased, case when $11::text is null then issuer else nullif($11, '') end as issuer,
           case when $12::text is null then subject else nullif($12, '') end as subject
      from account where username = $1 and kind = 'user' for no key update -- waits for an erasure
), new_name as (select $14 as name, (select id from named_user) as own),
-- piece: taken_name
, problem as (
    select 'username: there is no user ' || $1 as text where not exists (select from named_user)
    union all
    select 'username: ' || $1 || ' has been erased, which cannot be undone' from named_user where erased
    union all
    select 'username: ' || refusal from taken_name
    union all
    select 'username: must not be the name of an erased user' from named_user where $14 ~ '^erased user [0-9]+$'
    union all
    select case when issuer is null then 'issuer: must be given with a subject' else 'subject: must be given with an issuer' end
      from named_user where (issuer is null) <> (subject is null)
    union all
    select 'subject: belongs to ' || other.username || ' at this issuer'
      from named_user join account other on other.subject = named_user.subject and other.issuer = named_user.issuer and other.kind = 'user' and other.id <> named_user.id
), changed_user as (
    update account
       set username              = coalesce($14, username),
           email                 = coalesce($2, email),
           first_name            = case when $3::text is null then first_name else nullif($3, '') end,
           last_name             = case when $4::text is null then last_name else nullif($4, '') end,
           phone                 = case when $5::text is null then phone else nullif($5, '') end,
           phone_country_code    = case when $6::text is null then phone_country_code else nullif($6, '') end,
           city                  = case when $7::text is null then city else nullif($7, '') end,
           email_check_fail_data = case when $8::text is null then email_check_fail_data else nullif($8, '') end,
           password_hash         = coalesce($9, password_hash),
           active                = coalesce($10::boolean, account.active),
           issuer                = named_user.issuer, subject               = named_user.subject,
           role                  = coalesce($13, account.role),
           epoch                 = epoch + case when $9::text is not null or (account.active and not $10::boolean) then 1 else 0 end
      from named_user where account.id = named_user.id and not exists (select from problem)
)
select (select text from problem limit 1) as refusal,
       case when (select active from named_user) = $10::boolean then 'nothing to do: user ' || $1 || ' is ' || case when $10::boolean then 'enabled' else 'disabled' end || ' already' end as said;
