-- ctl_department_list: departments, of one company or of all.
-- binds: arg.company
select d.id, c.domain as company, d.name, case when d.active then 'yes' else 'no' end as active, array_to_string(d.tags, ', ') as tags,
       json_build_object('id', d.id, 'companyId', c.id, 'companyName', c.name, 'name', d.name, 'description', d.description, 'tags', d.tags,
                         'active', d.active) as json
  from department d join company c on c.id = d.company
 where $1::text is null or c.id::text = $1 or c.domain = lower($1) order by c.id, d.id;
