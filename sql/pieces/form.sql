-- form: the contact document of `requested_form`, if the caller may see it: neither it nor its department is disabled. `named` has the
-- id in the path. Returns the document's entity tag and, unless the client already has that version, the document as a create payload to
-- fill in (interface.md 8.2). `priority` is never blank, because clients read it as an enumeration. The payload contains the caller's
-- contact details. The 3 in the entity tag is the version of the body's format.
form as (
    select d.*, d.id || '-3-' || micros(d.updated_at) || '-' || caller.id || '-' || micros(account.updated_at) as etag
      from caller join account on account.id = caller.id, document d join requested_form on requested_form.id = d.id
     where d.active and are_partners(caller.company, d.company)
       and (d.department is null or exists (select from department t where t.id = d.department and t.active))
), known_version as (select from form where etag = any (string_to_array({request.if_none_match}, ','))),
form_body as (
    select row_to_json(x)::text as body
      from caller join account on account.id = caller.id, form d, lateral (
               select d.id as "documentId", '' as "internalCaseNumber", '' as "receiverInternalCaseNumber", '' as "problemSummary",
                      '' as "problemDescription", 'MEDIUM' as "priority", d.admin_note as "adminNote",
                      d.escalation_instructions as "escalationInstructions",
                      contact(caller.name, caller.email, full_phone(account)) as "submitterContactDetails",
                      array(select row_to_json(y) from (
                                select f.id as "fieldId", f.section as "section", f.label as "label", f.options as "options",
                                       f.additional_settings as "additionalSettings", f.type as "type", f.display_order as "displayOrder",
                                       f.validation_rules as "validationRules", f.value as "value", f.selections as "selections",
                                       f.required as "required"
                                  from document_field f where f.document = d.id order by f.display_order, f.id) y) as "customFields",
                      '[]'::json as "internalNotes", false as "testSubmission") x
     where not exists (select from known_version)
)
select case when not exists (select from caller)    then 'unauthenticated'
            when (select id < 1 from named)         then 'unknown'
            when not exists (select from form)      then 'no-interaction'
            when exists (select from known_version) then 'not-modified'
            else 'ok' end as outcome,
       (select etag from form) as etag, (select body from form_body) as body
