-- ctl_company_logout: ends the tokens of all users and principals of a company. Its subscriptions and their deliveries stay.
-- binds: arg.company
-- with: named_company
, changed_account as (update account set epoch = epoch + 1 where company = (select id from named_company) returning id)
select case when not exists (select from named_company) then 'company: there is no company ' || $1 end as refusal,
       'users and principals logged out: ' || (select count(*) from changed_account) as said
