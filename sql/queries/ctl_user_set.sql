-- ctl_user_set: changes what is not null; empty text takes the value back. A new password, or disabling, ends the user's tokens.
-- binds: arg.username, arg.email, arg.first_name, arg.last_name, arg.phone, arg.phone_country_code, arg.city, arg.email_check_fail_data, arg.password_hash, arg.active
with changed as (
    update account
       set email                 = coalesce($2, email),
           first_name            = case when $3::text is null then first_name else nullif($3, '') end,
           last_name             = case when $4::text is null then last_name else nullif($4, '') end,
           phone                 = case when $5::text is null then phone else nullif($5, '') end,
           phone_country_code    = case when $6::text is null then phone_country_code else nullif($6, '') end,
           city                  = case when $7::text is null then city else nullif($7, '') end,
           email_check_fail_data = case when $8::text is null then email_check_fail_data else nullif($8, '') end,
           password_hash         = coalesce($9, password_hash),
           active                = coalesce($10::boolean, active),
           epoch                 = epoch + case when $9::text is not null or (active and not $10::boolean) then 1 else 0 end
     where username = $1
    returning id
)
select case when not exists (select from changed) then 'username: there is no user ' || $1 end as refused;
