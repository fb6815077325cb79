-- caller: the account that makes the HTTP request, if the account and its company are active and its token has not been ended (a new
-- epoch ends the earlier tokens). The exchange's own tokens contain the account's id; another issuer's tokens contain that issuer's name
-- for the account.
caller as (
    select account.id, account.company, account.role, company.name as company_name, account.username, account.email,
           full_name(account) as name, account.rendered, account.updated_at,
           company.description, company.domain, company.updated_at as company_updated_at
      from account join company on company.id = account.company
     where account.id = coalesce({caller.user}::bigint, account_named({caller.subject}, {caller.issuer}, {caller.kind}, {caller.issued}))
       and account.epoch = coalesce({caller.epoch}::int, account.epoch) and account.active and company.active
)
