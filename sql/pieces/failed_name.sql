-- failed_name: what failed logins of the given user name are counted under: the account that has it, or a hash of the name.
failed_name as (
    select account.id as account, coalesce('account/' || account.id, {value.name_mac}) as name
      from (select) one left join account on account.username = {value.username}
)
