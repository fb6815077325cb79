-- ctl_company_known: refuses an unknown company.
-- binds: arg.company
select case when not exists (select from company where id::text = $1 or domain = lower($1)) then 'company: there is no company ' || $1 end as refusal;
