-- ctl_principal_add: adds a service principal. Records show its name and e-mail address in place of a user's.
-- binds: arg.name, arg.company, arg.email, arg.issuer, arg.oid, arg.role
-- with: named_company
, new_name as (select $3 as name, null::bigint as own),
-- piece: taken_name
, new_principal as (
    insert into account (kind, username, company, email, first_name, issuer, subject, role)
    select 'principal', $3, named_company.id, $3, $1, $4, $5, coalesce($6, 'integrator') from named_company
     where not erased and lower(split_part($3, '@', 2)) = named_company.domain and not exists (select from taken_name)
    on conflict do nothing returning id
)
select case when not exists (select from named_company) then 'company: there is no company ' || $2
            when (select erased from named_company) then 'company: ' || $2 || ' has been erased, which cannot be undone'
            when lower(split_part($3, '@', 2)) <> (select domain from named_company) then 'email: must be an address of ' || (select domain from named_company)
            when exists (select from taken_name) then 'email: ' || (select refusal from taken_name)
            when not exists (select from new_principal) then 'oid: belongs to another principal at this issuer' end as refusal,
       (select id from new_principal) as said;
