-- ctl_exchange_lock: keeps other changes of the members out until the transaction ends: the exchange compares and changes them in several
-- statements. Requests, logins and searches go on. Ends when another session keeps the locks for 10 s.
select set_config('lock_timeout', '10s', true)
-- then
lock table account, company, department, document, document_field, community, community_member in share row exclusive mode
