-- ctl_company_known: refuses a company that there is not.
-- binds: arg.company
select case when not exists (select from company where id::text = $1 or domain = lower($1)) then 'company: there is no company ' || $1 end as refusal;
