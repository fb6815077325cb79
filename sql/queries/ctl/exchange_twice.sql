-- ctl_exchange_twice: what 0.1.0 allowed twice, so that a file could not tell one from the other: forms of one name in a company or a
-- department, and user names that differ by case alone.
select 'forms ' || string_agg(t.id::text, ', ' order by t.id) || ' of ' || c.domain || coalesce(' ' || d.name, '') || ' have one name, ' || t.name
       || '; rename all but one of them with form set ID --name' as said
  from document t join company c on c.id = t.company and c.name <> erased_company(c.id) left join department d on d.id = t.department
 group by c.domain, d.name, t.department, t.name having count(*) > 1
union all
select 'user names differ by case alone: ' || string_agg(a.username || ' (' || a.id || ')', ', ' order by a.id)
  from account a where a.username <> erased_user(a.id) group by lower(a.username) having count(*) > 1
 order by 1
