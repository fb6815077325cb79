-- ctl_demo_state: whether the database is empty or has the demo; refuses if it has other companies.
with demo as (select from company where (id, domain) in ((1, 'acme.example'), (2, 'beta.example')) having count(*) = 2)
select case when exists (select from demo) then 'there' else 'empty' end as state,
       case when not exists (select from demo) and (exists (select from company) or exists (select from community))
            then 'this database already has companies or communities; the demo needs an empty one' end as refusal;
