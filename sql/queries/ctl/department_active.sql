-- ctl_department_active: enables or disables a department: partners find only enabled ones.
-- binds: arg.department, arg.active
with named_department as (select id, active from department where id = $1::bigint for update),
changed_department as (
    update department set active = $2::boolean from named_department where department.id = named_department.id and named_department.active <> $2::boolean
)
select case when not exists (select from named_department) then 'department: there is no department ' || $1 end as refusal,
       case when (select active from named_department) = $2::boolean then 'nothing to do: department ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
