-- form_department: the form of a department: its own document, or else its company's.
-- binds: path.departmentId
-- outcomes: ok, not-modified, unauthenticated, unknown, no-interaction
-- with: caller
, named as (select $1::bigint as id), requested_form as (
    select d.id from department t join document d on d.company = t.company and (d.department = t.id or d.department is null) and d.active
     where t.id = $1::bigint and t.active order by d.department is null, d.id limit 1
),
-- piece: form
