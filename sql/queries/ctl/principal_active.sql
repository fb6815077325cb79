-- ctl_principal_active: disables a service principal, or enables it again.
-- binds: arg.principal, arg.active
-- refuses
with found as (
    select id, active from account where kind = 'principal' and (username = $1 or subject = $1)
), changed as (
    update account set active = $2::boolean where id in (select id from found) and (select count(*) from found) = 1
)
select case (select count(*) from found) when 0 then 'principal: there is no principal ' || $1
                                         when 1 then null
                                         else 'principal: ' || $1 || ' is the object id of several; name one by its e-mail address' end as refusal,
       case when (select count(*) from found) = 1 and (select bool_and(active) from found) = $2::boolean
            then 'nothing to do: principal ' || $1 || ' is ' || case when $2::boolean then 'enabled' else 'disabled' end || ' already' end as said;
