-- caller: the account that asks, if it may: active, of an active company; its token not ended by a password change. An own token names the
-- account, another issuer's is looked up by the name that issuer has for it.
caller as (
    select account.id, account.company, company.name as company_name, account.username, account.email,
           full_name(account) as name, account.phone, account.rendered, account.updated_at,
           company.description, company.domain, company.updated_at as company_updated_at
      from account join company on company.id = account.company
     where account.id = coalesce({caller.user}::bigint, account_named({caller.subject}, {caller.issuer}, {caller.kind}))
       and account.epoch = coalesce({caller.epoch}::int, account.epoch) and account.active and company.active
)
