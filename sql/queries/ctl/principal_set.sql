-- ctl_principal_set: enables or disables a service principal (arg.active), and sets its role (arg.role). A null argument changes
-- nothing. Disabling the principal ends its tokens. A principal of an erased company cannot be changed.
-- binds: arg.principal, arg.active, arg.role
with named_principal as (
    select id, active, username = erased_user(id) as erased
      from account where kind = 'principal' and (id::text = $1 or username = $1 or subject = $1) for no key update -- waits for an erasure
),
changed_principal as (
    update account set active = coalesce($2::boolean, active), role = coalesce($3, role), epoch = epoch + (active and not coalesce($2::boolean, active))::int
     where id in (select id from named_principal) and (select count(*) from named_principal) = 1 and not (select bool_or(erased) from named_principal)
)
select case (select count(*) from named_principal) when 0 then 'principal: there is no principal ' || $1
                                                   when 1 then (select 'principal: ' || $1 || ' has been erased, which cannot be undone' from named_principal where erased)
                                                   else 'principal: ' || $1 || ' matches several principals; name one by its e-mail address' end as refusal,
       case when (select count(*) from named_principal) = 1 and (select bool_and(active) from named_principal) = $2::boolean
            then 'nothing to do: principal ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
