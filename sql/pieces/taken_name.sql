-- taken_name: a refusal (without the argument's name) if an account has the user name `new_name` (name), or one that differs by case alone:
-- logins ignore the case.
taken_name as (
    select case when account.username = new_name.name then 'there is an account ' || account.username
                else 'there is an account ' || account.username || ', whose name differs by case alone' end as refusal
      from new_name join account on lower(account.username) = lower(new_name.name)
     order by account.username = new_name.name desc, account.id limit 1
)
