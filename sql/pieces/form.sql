-- form: the contact document of `asked` as a create payload with blanks (contract.md 5).
form as (
    select row_to_json(x)::text as body
      from caller, document d join asked on asked.id = d.id, lateral (
               select d.id as "documentId", '' as "internalCaseNumber", '' as "receiverInternalCaseNumber", '' as "problemSummary",
                      '' as "problemDescription", '' as "priority", d.admin_note as "adminNote",
                      d.escalation_instructions as "escalationInstructions",
                      contact(caller.name, caller.email, caller.phone) as "submitterContactDetails",
                      array(select row_to_json(y) from (
                                select f.id as "fieldId", f.section as "section", f.label as "label", f.options as "options",
                                       f.additional_settings as "additionalSettings", f.type as "type", f.display_order as "displayOrder",
                                       f.validation_rules as "validationRules", f.value as "value", f.selections as "selections",
                                       f.required as "required"
                                  from document_field f where f.document = d.id order by f.display_order, f.id) y) as "customFields",
                      '[]'::json as "internalNotes", false as "testSubmission") x
     where d.active and are_partners(caller.company, d.company)
)
