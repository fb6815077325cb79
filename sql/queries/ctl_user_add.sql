-- ctl_user_add: adds an account that logs in.
-- binds: arg.username, arg.company, arg.email, arg.first_name, arg.last_name, arg.phone, arg.phone_country_code, arg.city, arg.password_hash
with known as (
    select id from company where id::text = $2 or domain = lower($2)
), added as (
    insert into account (username, company, email, first_name, last_name, phone, phone_country_code, city, password_hash)
    select $1, known.id, $3, $4, $5, $6, $7, $8, $9 from known
    on conflict (username) do nothing
    returning id
)
select case when not exists (select from known) then 'company: there is no company ' || $2
            when not exists (select from added) then 'username: there is a user ' || $1 end as refused,
       (select id from added) as said;
