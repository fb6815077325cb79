-- exchange_wanted_form: as exchange_wanted, which it needs, the forms. department_id is null also if the department is not there yet.
wanted_form as materialized (
    select w.*, c.id as company_id, d.id as department_id, coalesce(named.id, former.id) as id, named.id <> former.id as clash, named.times > 1 or former.times > 1 as twice
      from jsonb_to_recordset({arg.wanted}::jsonb -> 'forms') w (n int, path text, company text, department text, name text, was text, given jsonb)
      join wanted_company c on c.domain = w.company
      left join department d on d.company = c.id and d.name = w.department
      left join named_form named on named.company = c.id and named.department is not distinct from d.id and (w.department is null) = (d.id is null) and named.name = w.name
      left join named_form former on former.company = c.id and former.department is not distinct from d.id and (w.department is null) = (d.id is null) and former.name = w.was
)
