-- form: the contact document of `asked` as a create payload with blanks (contract.md 5).
form as (
    select json_build_object(
               'documentId', d.id, 'internalCaseNumber', '', 'receiverInternalCaseNumber', '', 'problemSummary', '', 'problemDescription', '',
               'priority', '', 'adminNote', d.admin_note, 'escalationInstructions', d.escalation_instructions,
               'submitterContactDetails', json_build_object('name', caller.name, 'email', caller.email, 'phone', caller.phone),
               'customFields', coalesce((
                   select json_agg(json_build_object(
                              'fieldId', f.id, 'section', f.section, 'label', f.label, 'options', f.options,
                              'additionalSettings', f.additional_settings, 'type', f.type, 'displayOrder', f.display_order,
                              'validationRules', f.validation_rules, 'value', f.value, 'selections', f.selections,
                              'required', f.required) order by f.display_order, f.id)
                     from document_field f where f.document = d.id), '[]'),
               'internalNotes', '[]'::json, 'testSubmission', false)::text as body
      from caller, document d join asked on asked.id = d.id
     where d.active and are_partners(caller.company, d.company)
)
