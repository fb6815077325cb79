-- ctl_department_active: shows a department to the company's partners, or hides it.
-- binds: arg.department, arg.active
-- refuses
with known as (
    select id, active from department where id = $1::bigint for update
), changed as (
    update department set active = $2::boolean from known where department.id = known.id and known.active <> $2::boolean
)
select case when not exists (select from known) then 'department: there is no department ' || $1 end as refusal,
       case when (select active from known) = $2::boolean then 'nothing to do: department ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
