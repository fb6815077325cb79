-- ctl_principal_set: disables a service principal, enables it again, or gives it another role: what is not null.
-- binds: arg.principal, arg.active, arg.role
with named_principal as (select id, active from account where kind = 'principal' and (id::text = $1 or username = $1 or subject = $1)),
changed_principal as (
    update account set active = coalesce($2::boolean, active), role = coalesce($3, role)
     where id in (select id from named_principal) and (select count(*) from named_principal) = 1
)
select case (select count(*) from named_principal) when 0 then 'principal: there is no principal ' || $1
                                                   when 1 then null
                                                   else 'principal: ' || $1 || ' names several; name one by its e-mail address' end as refusal,
       case when (select count(*) from named_principal) = 1 and (select bool_and(active) from named_principal) = $2::boolean
            then 'nothing to do: principal ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
