-- search_result: `hit` (company, department, place) as search results, JSON text. The form is the department's own, else its
-- company's. A label is cut to the length that the interface promises.
search_result as (
    select hit.place,
           (select row_to_json(x)::text from (
                select left(c.name || coalesce(' – ' || d.name, ''), {length.name}) as "label", c.name as "companyName", d.name as "departmentName", c.id as "companyId",
                       d.id as "departmentId", f.id as "documentId",
                       array(select row_to_json(y) from (select t as "tag" from unnest(case when d.id is null then c.tags else d.tags end) t) y) as "tags") x) as row
      from hit join company c on c.id = hit.company left join department d on d.id = hit.department
     cross join lateral (select document.id from document
                          where document.company = c.id and document.active and (document.department = d.id or document.department is null)
                          order by document.department is not distinct from d.id desc, document.id limit 1) f
)
