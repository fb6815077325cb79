-- ctl_department_add: adds a department to a company, with a name that is new there.
-- binds: arg.company, arg.name, arg.description, arg.tags
-- with: named_company
, new_department as (
    insert into department (company, name, description, tags)
    select named_company.id, $2, $3, coalesce(regexp_split_to_array(btrim($4), '\s*,\s*'), '{}') from named_company
     where not erased
    on conflict (company, name) do nothing returning id
)
select case when not exists (select from named_company) then 'company: there is no company ' || $1
            when (select erased from named_company) then 'company: ' || $1 || ' has been erased, which cannot be undone'
            when not exists (select from new_department) then 'name: the company already has a department ' || $2 end as refusal,
       (select id from new_department) as said;
