-- exchange_form_state: each form's values, as exchange_company_state.
form_state as (
    select t.id, t.company, t.department, t.active, jsonb_build_object('name', t.name, 'active', t.active,
               'contact', jsonb_build_object('name', t.contact_name, 'email', t.contact_email, 'phone', t.contact_phone),
               'adminNote', t.admin_note, 'escalationInstructions', t.escalation_instructions,
               'fields', (select coalesce(jsonb_agg(jsonb_build_object('section', section, 'label', label, 'type', type, 'required', required, 'value', value,
                                                                       'options', options, 'selections', selections, 'additionalSettings', additional_settings,
                                                                       'validationRules', validation_rules, 'displayOrder', display_order) order by display_order, id), '[]')
                            from document_field where document = t.id)) as state
      from document t
)
