-- ctl_form_show: a contact document as a form file.
-- binds: arg.form
with form as (
    select t.*, c.domain, d.name as department_name
      from document t join company c on c.id = t.company left join department d on d.id = t.department
     where t.id = $1::bigint
), fields as (
    select coalesce(json_agg(json_build_object('section', section, 'label', label, 'type', type, 'required', required, 'value', value,
               'options', options, 'selections', selections, 'additionalSettings', additional_settings, 'validationRules', validation_rules,
               'displayOrder', display_order) order by display_order, id), '[]') as json
      from document_field where document = $1::bigint
)
select case when not exists (select from form) then 'form: there is no form ' || $1 end as refusal,
       (select json_build_object('name', form.name, 'company', form.domain, 'department', form.department_name,
                   'contact', json_build_object('name', contact_name, 'email', contact_email, 'phone', contact_phone),
                   'adminNote', admin_note, 'escalationInstructions', escalation_instructions, 'fields', fields.json)
          from form, fields) as said;
