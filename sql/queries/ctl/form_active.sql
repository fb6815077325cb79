-- ctl_form_active: offers a contact document, or no longer.
-- binds: arg.form, arg.active
-- refuses
with changed as (
    update document set active = $2::boolean where id = $1::bigint returning id
)
select case when not exists (select from changed) then 'form: there is no form ' || $1 end as refusal;
