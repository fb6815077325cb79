-- ctl_department_active: shows a department to the company's partners, or hides it.
-- binds: arg.department, arg.active
-- refuses
with changed as (
    update department set active = $2::boolean where id = $1::bigint returning id
)
select case when not exists (select from changed) then 'department: there is no department ' || $1 end as refusal;
