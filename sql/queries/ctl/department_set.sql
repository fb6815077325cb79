-- ctl_department_set: changes the columns whose argument is not null; an empty text clears description and tags. Records keep the name that
-- the department had at their creation.
-- binds: arg.department, arg.name, arg.description, arg.tags
with owner as (select id, name = erased_company(id) as erased from company where id = (select company from department where id = $1::bigint) for key share),
named_department as (select department.id, company, erased from department join owner on owner.id = company where department.id = $1::bigint for update of department),
namesake as (select d.id from department d join named_department n on d.company = n.company and d.id <> n.id and d.name = $2),
changed_department as (
    update department d
       set name        = coalesce($2, d.name),
           description = case when $3::text is null then d.description else nullif($3, '') end,
           tags        = case when $4::text is null then d.tags when $4 = '' then '{}' else regexp_split_to_array(btrim($4), '\s*,\s*') end
      from named_department n where d.id = n.id and not n.erased and not exists (select from namesake)
)
select case when not exists (select from named_department) then 'department: there is no department ' || $1
            when (select erased from named_department) then 'department: ' || $1 || ' belongs to a company that has been erased, which cannot be undone'
            when exists (select from namesake) then 'name: the company already has a department ' || $2 || ', ' || (select id from namesake) end as refusal;
