-- caller_company: the company of a caller whose token does not contain it.
-- outcomes: ok, unauthenticated
-- with: caller
select 'ok' as outcome, company from caller
