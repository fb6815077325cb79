-- ctl_department_active: enables or disables a department: partners find only enabled ones. Those of an erased company stay disabled.
-- binds: arg.department, arg.active
with owner as (select id, name = erased_company(id) as erased from company where id = (select company from department where id = $1::bigint) for key share),
named_department as (select department.id, active, erased from department join owner on owner.id = company where department.id = $1::bigint for update of department),
changed_department as (
    update department set active = $2::boolean from named_department where department.id = named_department.id and named_department.active <> $2::boolean and not named_department.erased
)
select case when not exists (select from named_department) then 'department: there is no department ' || $1
            when (select erased from named_department) then 'department: ' || $1 || ' belongs to a company that has been erased, which cannot be undone' end as refusal,
       case when (select active from named_department) = $2::boolean then 'nothing to do: department ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
