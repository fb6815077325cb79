-- failed_name: the account that logs in with the user name {value.username}, and the key under which its failed logins are counted. It is
-- the account with exactly this name, else the only user whose name differs by case alone. Without such an account, the key is an HMAC
-- of the name in lower case.
failed_name as (
    select account.id as account, coalesce('account/' || account.id, {value.name_mac}) as name
      from (select) one
      left join account on account.id = coalesce((select id from account where username = {value.username}),
                                                 (select case when count(*) = 1 then min(id) end from account
                                                   where lower(username) = lower({value.username}) and kind = 'user'))
)
