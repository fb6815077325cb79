-- ctl_form_list: contact documents, of one company or of all.
-- binds: arg.company
select t.id, c.domain as company, d.name as department, t.name, n.fields, case when t.active then 'yes' else 'no' end as active,
       json_build_object('id', t.id, 'companyId', c.id, 'companyName', c.name, 'departmentId', d.id, 'departmentName', d.name,
                         'name', t.name, 'fields', n.fields, 'active', t.active) as json
  from document t join company c on c.id = t.company left join department d on d.id = t.department
 cross join lateral (select count(*) from document_field where document = t.id) n (fields)
 where $1::text is null or c.id::text = $1 or c.domain = lower($1) order by t.id;
