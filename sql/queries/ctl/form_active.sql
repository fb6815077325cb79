-- ctl_form_active: offers a contact document, or no longer.
-- binds: arg.form, arg.active
-- refuses
with known as (
    select id, active from document where id = $1::bigint for update
), changed as (
    update document set active = $2::boolean from known where document.id = known.id and known.active <> $2::boolean
)
select case when not exists (select from known) then 'form: there is no form ' || $1 end as refusal,
       case when (select active from known) = $2::boolean then 'nothing to do: form ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
