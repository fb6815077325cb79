-- ctl_exchange_forms: adds and changes forms. A field that does not change keeps its id. With arg.prune, withdraws those that the list of their
-- company in the file lacks.
-- binds: arg.wanted, arg.prune
-- with: exchange_wanted, exchange_named_form, exchange_wanted_form, exchange_form_state
, target as materialized (
    select w.n, 'form' as noun, w.id, w.company_id, w.department_id, w.company || coalesce(' ' || w.department, '') || ' "' || w.name || '"' as name, s.state as before,
           coalesce(s.state, '{"active": true, "contact": {"name": null, "email": null, "phone": null}, "adminNote": null, "escalationInstructions": null, "fields": []}') || w.given
           || case when w.given ? 'fields'       -- in the order in which the form shows them
                   then jsonb_build_object('fields', (select coalesce(jsonb_agg(f order by (f ->> 'displayOrder')::int, place), '[]') from jsonb_array_elements(w.given -> 'fields') with ordinality x (f, place)))
                   else '{}' end as after
      from wanted_form w left join form_state s on s.id = w.id
    union all
    select 1000000000 + row_number() over (order by c.domain, s.id), 'form', s.id, c.id, s.department, c.domain || ' "' || (s.state ->> 'name') || '"', s.state, s.state || '{"active": false}'
      from wanted_company c join form_state s on s.company = c.id and s.active
     where $2::text is not null and c.lists ? 'forms' and s.id not in (select id from wanted_form where id is not null)
), new_form as (
    insert into document (company, department, name, active, contact_name, contact_email, contact_phone, admin_note, escalation_instructions)
    select company_id, department_id, after ->> 'name', (after ->> 'active')::boolean, after #>> '{contact,name}', after #>> '{contact,email}', after #>> '{contact,phone}',
           after ->> 'adminNote', after ->> 'escalationInstructions'
      from target where id is null order by n returning id, company, department, name
), changed_form as (
    update document d
       set name = t.after ->> 'name', active = (t.after ->> 'active')::boolean, contact_name = t.after #>> '{contact,name}', contact_email = t.after #>> '{contact,email}',
           contact_phone = t.after #>> '{contact,phone}', admin_note = t.after ->> 'adminNote', escalation_instructions = t.after ->> 'escalationInstructions'
      from target t where d.id = t.id and t.before - 'fields' <> t.after - 'fields'
), kept_field as materialized (          -- each field of the present form that the wanted one has, too; equal ones in their order
    select t.n, old.id, new.place
      from target t
     cross join lateral (
           select f.id, jsonb_build_object('section', section, 'label', label, 'type', type, 'required', required, 'value', value, 'options', options, 'selections', selections,
                                           'additionalSettings', additional_settings, 'validationRules', validation_rules, 'displayOrder', display_order) as field,
                  row_number() over (partition by section, label, type, required, value, options, selections::text, additional_settings, validation_rules, display_order order by f.id) as nth
             from document_field f where f.document = t.id) old
      join lateral (select field, place, row_number() over (partition by field order by place) as nth from jsonb_array_elements(t.after -> 'fields') with ordinality x (field, place)) new
        on new.field = old.field and new.nth = old.nth
     where t.before -> 'fields' <> t.after -> 'fields'
), deleted_field as (
    delete from document_field f using target t
     where f.document = t.id and t.before -> 'fields' <> t.after -> 'fields' and f.id not in (select id from kept_field)
), new_field as (
    insert into document_field (document, section, label, type, options, selections, additional_settings, validation_rules, value, display_order, required)
    select coalesce(t.id, new_form.id), x ->> 'section', x ->> 'label', x ->> 'type', x ->> 'options', (x -> 'selections')::json, x ->> 'additionalSettings', x ->> 'validationRules',
           x ->> 'value', (x ->> 'displayOrder')::int, (x ->> 'required')::boolean
      from target t
      left join new_form on t.id is null and new_form.company = t.company_id and new_form.department is not distinct from t.department_id and new_form.name = t.after ->> 'name'
     cross join jsonb_array_elements(t.after -> 'fields') with ordinality as field (x, place)
     where (t.before is null or t.before -> 'fields' <> t.after -> 'fields') and not exists (select from kept_field k where k.n = t.n and k.place = field.place)
     order by t.n, field.place
), made as (
    select n, company_id as company, null::bigint as account, jsonb_build_object('name', after -> 'name') as named from target
),
-- piece: exchange_changed
select n, noun as kind, name, (before is null)::text as added, old::text as old, new::text as new
  from changed order by n
