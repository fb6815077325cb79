-- caller: the account that asks, if it may: active, of an active company, its token not ended by a password change.
caller as (
    select account.id, account.company, company.name as company_name, account.username, account.email,
           full_name(account) as name, account.phone, account.rendered
      from account join company on company.id = account.company
     where account.id = {caller.user}::bigint and account.epoch = {caller.epoch}::int and account.active and company.active
)
