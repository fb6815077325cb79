-- ctl_exchange_plan: what `collabctl exchange adopt` would do.
select 'give the exchange another identity, end the tokens of ' || (select count(*) from account) || ' users and principals, and switch off '
       || (select count(*) from subscription where active) || ' subscriptions, whose pending deliveries are dropped' as would
