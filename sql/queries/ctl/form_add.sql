-- ctl_form_add: adds a contact document with its fields, from the JSON that form_check.c made, with a name that is new in its company or
-- department. The first part waits for others that add or rename forms of the company.
-- binds: arg.form
select from company where id::text = btrim($1::json ->> 'company') or domain = lower(btrim($1::json ->> 'company')) for no key update
-- then
with form as (
    select f, btrim(f ->> 'company') as company, btrim(f ->> 'department') as department from (select $1::json) given (f)
), named_company as (
    select c.id, c.name = erased_company(c.id) as erased from company c, form where c.id::text = form.company or c.domain = lower(form.company)
       for key share of c -- waits for an erasure
),
named_department as (
    select d.id from department d join named_company on d.company = named_company.id, form where d.id::text = form.department or d.name = form.department
     order by (d.name = form.department) desc limit 1
), same_form as (
    select t.id, t.active from document t join named_company on t.company = named_company.id, form
     where t.name = f ->> 'name' and t.department is not distinct from (select id from named_department) order by t.active desc, t.id limit 1
), new_form as (
    insert into document (company, department, name, contact_name, contact_email, contact_phone, admin_note, escalation_instructions)
    select named_company.id, (select id from named_department), f ->> 'name', f #>> '{contact,name}', f #>> '{contact,email}', f #>> '{contact,phone}',
           f ->> 'adminNote', f ->> 'escalationInstructions'
      from form, named_company where not erased and (department is null or exists (select from named_department)) and not exists (select from same_form) returning id
), fields as (
    insert into document_field (document, section, label, type, options, selections, additional_settings, validation_rules, value,
                                display_order, required)
    select new_form.id, x ->> 'section', x ->> 'label', x ->> 'type', x ->> 'options', x -> 'selections', x ->> 'additionalSettings',
           x ->> 'validationRules', x ->> 'value', (x ->> 'displayOrder')::int, (x ->> 'required')::boolean
      from new_form, form, json_array_elements(f -> 'fields') with ordinality as field (x, place) order by place
)
select case when not exists (select from named_company) then 'company: there is no company ' || form.company
            when (select erased from named_company) then 'company: ' || form.company || ' has been erased, which cannot be undone'
            when form.department is not null and not exists (select from named_department) then 'department: the company has no department ' || form.department
            when exists (select from same_form)
            then (select 'name: form ' || id || case when active then '' else ', which is disabled,' end || ' has this name; rename one of them' from same_form) end as refusal,
       (select id from new_form) as said
  from form;
