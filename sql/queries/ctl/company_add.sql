-- ctl_company_add: adds a company unless its domain exists. Without --yes it refuses a name that is like another company's.
-- binds: arg.name, arg.domain, arg.description, arg.tags, arg.hours_high, arg.hours_medium, arg.hours_low
-- with: alike_company
, new_company as (
    insert into company (name, domain, description, tags, hours_high, hours_medium, hours_low)
    select $1, lower($2), $3, coalesce(regexp_split_to_array(btrim($4), '\s*,\s*'), '{}'), $5::int, $6::int, $7::int
     where not exists (select from alike_company)
    on conflict (domain) do nothing returning id
)
select case when not exists (select from new_company)
            then coalesce((select refusal from alike_company where not exists (select from company where domain = lower($2))),
                          'domain: another company has the domain ' || lower($2)) end as refusal,
       (select id from new_company) as said;
