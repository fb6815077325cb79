-- ctl_user_add: adds a user, who logs in with a password or with another issuer's tokens.
-- binds: arg.username, arg.company, arg.email, arg.first_name, arg.last_name, arg.phone, arg.phone_country_code, arg.city, arg.password_hash, arg.issuer, arg.subject, arg.role
-- with: named_company
, new_name as (select $1 as name, null::bigint as own),
-- piece: taken_name
, new_user as (
    insert into account (username, company, email, first_name, last_name, phone, phone_country_code, city, password_hash, issuer, subject, role)
    select $1, named_company.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12, 'integrator') from named_company
     where not erased and ($10::text is null) = ($11::text is null) and not exists (select from taken_name)
    on conflict do nothing returning id
)
select case when not exists (select from named_company) then 'company: there is no company ' || $2
            when (select erased from named_company) then 'company: ' || $2 || ' has been erased, which cannot be undone'
            when exists (select from taken_name) then 'username: ' || (select refusal from taken_name)
            when $10::text is null and $11::text is not null then 'issuer: must be given with a subject'
            when $10::text is not null and $11::text is null then 'subject: must be given with an issuer'
            when not exists (select from new_user) then 'subject: belongs to another account at this issuer' end as refusal,
       (select id from new_user) as said;
