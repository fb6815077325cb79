-- ctl_form_active: enables or disables a contact document.
-- binds: arg.form, arg.active
with named_form as (select id, active from document where id = $1::bigint for update),
changed_form as (
    update document set active = $2::boolean from named_form where document.id = named_form.id and named_form.active <> $2::boolean
)
select case when not exists (select from named_form) then 'form: there is no form ' || $1 end as refusal,
       case when (select active from named_form) = $2::boolean then 'nothing to do: form ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
