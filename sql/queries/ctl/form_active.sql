-- ctl_form_active: enables or disables a contact document. Those of an erased company stay disabled.
-- binds: arg.form, arg.active
with owner as (select id, name = erased_company(id) as erased from company where id = (select company from document where id = $1::bigint) for key share),
named_form as (select document.id, active, erased from document join owner on owner.id = company where document.id = $1::bigint for update of document),
changed_form as (
    update document set active = $2::boolean from named_form where document.id = named_form.id and named_form.active <> $2::boolean and not named_form.erased
)
select case when not exists (select from named_form) then 'form: there is no form ' || $1
            when (select erased from named_form) then 'form: ' || $1 || ' belongs to a company that has been erased, which cannot be undone' end as refusal,
       case when (select active from named_form) = $2::boolean then 'nothing to do: form ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
