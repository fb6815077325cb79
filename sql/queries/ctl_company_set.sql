-- ctl_company_set: changes what is not null; empty text takes the value back. To disable a company ends its users' tokens.
-- binds: arg.company, arg.name, arg.domain, arg.description, arg.tags, arg.hours_high, arg.hours_medium, arg.hours_low, arg.active
-- refuses
with known as (
    select id, active from company where id::text = $1 or domain = lower($1) for update
), taken as (
    select from company where domain = lower($3) and id <> (select id from known)
), changed as (
    update company
       set name         = coalesce($2, name),
           domain       = coalesce(lower($3), domain),
           description  = case when $4::text is null then description else nullif($4, '') end,
           tags         = case when $5::text is null then tags when $5 = '' then '{}' else regexp_split_to_array(btrim($5), '\s*,\s*') end,
           hours_high   = case when $6::text is null then hours_high else nullif($6, '')::int end,
           hours_medium = case when $7::text is null then hours_medium else nullif($7, '')::int end,
           hours_low    = case when $8::text is null then hours_low else nullif($8, '')::int end,
           active       = coalesce($9::boolean, company.active)
      from known
     where company.id = known.id and not exists (select from taken)
    returning company.id, known.active and not company.active as disabled
), ended as (
    update account set epoch = epoch + 1 from changed where account.company = changed.id and changed.disabled
)
select case when not exists (select from known) then 'company: there is no company ' || $1
            when exists (select from taken) then 'domain: another company has the domain ' || lower($3) end as refusal;
