-- failed_name: the key under which failed logins of the given user name are counted: the account with that name, or else an HMAC of
-- the name.
failed_name as (
    select account.id as account, coalesce('account/' || account.id, {value.name_mac}) as name
      from (select) one left join account on account.username = {value.username}
)
