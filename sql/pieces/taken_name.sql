-- taken_name: a refusal (without the argument's name) if an account other than `new_name`.own (an id, or null) has the user name
-- `new_name`.name, or one that differs by case alone: logins ignore the case.
taken_name as (
    select case when account.username = new_name.name then 'there is an account ' || account.username
                else 'there is an account ' || account.username || ', whose name differs by case alone' end as refusal
      from new_name join account on lower(account.username) = lower(new_name.name) and account.id is distinct from new_name.own
     order by account.username = new_name.name desc, account.id limit 1
)
