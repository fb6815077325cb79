-- ctl_demo_state: is the database empty, does it have the demo already, or companies of its own?
with demo as (select from company where (id, domain) in ((1, 'acme.example'), (2, 'beta.example')) having count(*) = 2)
select case when exists (select from demo) then 'there' else 'empty' end as state,
       case when not exists (select from demo) and (exists (select from company) or exists (select from community))
            then 'this database has companies or communities of its own; the demo wants an empty one' end as refusal;
