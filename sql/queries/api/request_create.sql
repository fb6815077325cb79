-- request_create: creates a request from a filled-in form. The document determines the receiver, which must be a partner.
-- binds: body, random.token, config.hours_high, config.hours_medium, config.hours_low, request.id, request.traceparent
-- outcomes: ok, unauthenticated, member-only, no-interaction, precondition-failed, invalid
-- with: caller, member
, given as (select $1::json as body, clock_timestamp() as now),
filled_form as (
    select d.*, c.name as company_name,
           case given.body ->> 'priority' when 'HIGH'   then coalesce(c.hours_high, $3::int)
                                          when 'MEDIUM' then coalesce(c.hours_medium, $4::int)
                                          else               coalesce(c.hours_low, $5::int) end as hours
      from given, member, document d join company c on c.id = d.company
     where d.id = (given.body ->> 'documentId')::bigint and d.active and are_partners(member.company, d.company)
       and (d.department is null or exists (select from department t where t.id = d.department and t.active))
), receiving_department as (     -- a department's form serves only that department; a company's form also serves its departments without a form
    select d.id, d.name
      from given, filled_form join department d on d.company = filled_form.company
     where d.id = coalesce((given.body ->> 'receiverDepartmentId')::bigint, filled_form.department)
       and (d.id = filled_form.department
            or filled_form.department is null and d.active and not exists (select from document own where own.department = d.id and own.active))
), answer as (
    select element.ordinality - 1 as index, (element.value ->> 'fieldId')::bigint as field, element.value ->> 'value' as value
      from given, json_array_elements(case json_typeof(given.body -> 'customFields') when 'array' then given.body -> 'customFields' else '[]' end)
                  with ordinality element
), field as (
    select f.*, answer.index, answer.value as answered, coalesce(answer.value !~ '\S', true) as blank
      from filled_form join document_field f on f.document = filled_form.id left join answer on answer.field = f.id
), problem as (
    select answer.index, 0::bigint as place, 'customFields[' || answer.index || '].fieldId' as field, 'is no field of this form' as message,
           {fault.unknown} as code, answer.field as field_id
      from answer, filled_form where not exists (select from field where field.id = answer.field)
    union all
    select max(answer.index), 0, 'customFields[' || max(answer.index) || '].fieldId', 'is answered twice', {fault.duplicate}, answer.field
      from answer, filled_form group by answer.field having count(*) > 1
    union all
    select field.index, row_number() over (order by field.display_order, field.id),
           coalesce('customFields[' || field.index || '].value', 'customFields[fieldId=' || field.id || ']'),
           'is required: ' || field.label || ' (fieldId ' || field.id || ')', {fault.required}, field.id
      from field where field.required and field.blank
    union all
    select field.index, 0, 'customFields[' || field.index || '].value', complaint[2], complaint[1], field.id
      from field, lateral (        -- a complaint is a code and a message
               select case when length(field.answered) > {length.text} and field.type <> 'INTEGER'
                                then array[{fault.too_long}, 'must be at most {length.text} characters']
                           when field.type in ('SELECT', 'TIERSELECT') then
                                case when field.choices <> '{}' and choice(field.answered) <> all (field.choices)
                                     then array[{fault.not_a_choice}, 'must be one of ' || array_to_string(field.choices[:50], ', ')
                                          || case when cardinality(field.choices) > 50 then ', … (' || cardinality(field.choices) || ' choices: see the form)' else '' end]
                                end
                           when field.type = 'EMAIL' then case when length(field.answered) > {length.email} then array[{fault.too_long}, 'must have at most {length.email} characters']
                                                               when position('@' in field.answered) > {length.email_local} + 1
                                                               then array[{fault.too_long}, 'must have at most {length.email_local} characters before the @']
                                                               when not is_email(field.answered) then array[{fault.not_an_email}, 'must be an e-mail address'] end
                           when field.type = 'INTEGER' then case when length(ltrim(field.answered, '+-')) > {length.text} then array[{fault.too_long}, 'must have at most {length.text} digits']
                                                                 when field.answered !~ '^[+-]?[0-9]+$' then array[{fault.not_an_integer}, 'must be an integer'] end
                           when field.type = 'PHONE' then case when length(field.answered) > {length.phone} then array[{fault.too_long}, 'must have at most {length.phone} characters']
                                                               when field.answered !~ '[0-9]' then array[{fault.not_allowed}, 'must be a phone number'] end
                           when field.validation_rules ~ '\ynot_numeric\y' and field.answered ~ '^\s*[+-]?[0-9]+([.,][0-9]+)?\s*$' then array[{fault.not_allowed}, 'must not be a number']
                      end as complaint) checked
     where not field.blank and complaint is not null
    union all
    select -2, 0, 'receiverCompanyId', 'is not the company of the document', {fault.mismatch}, null
      from given, filled_form where (given.body ->> 'receiverCompanyId')::bigint <> filled_form.company
    union all
    select -1, 0, 'receiverDepartmentId', 'is not the department of the document', {fault.mismatch}, null
      from given, filled_form where given.body ->> 'receiverDepartmentId' is not null and not exists (select from receiving_department)
), new_request as (
    insert into request (token, submit_company, submit_company_name, submitter, submitter_case_number, receive_company, receive_company_name,
                         receive_department, receive_department_name, summary, description, priority, created_at, updated_at, respond_by, priority_note,
                         escalation_instructions, document, document_name, test_case, custom_fields, submitted_by, submitter_contact,
                         receiver_contact, internal_notes)
    select $2, caller.company, caller.company_name, caller.id, body ->> 'internalCaseNumber', filled_form.company, filled_form.company_name,
           receiving_department.id, receiving_department.name, body ->> 'problemSummary', body ->> 'problemDescription', body ->> 'priority', now, now,
           now + filled_form.hours * interval '1 hour',
           'Priority ' || (body ->> 'priority') || ': the receiver answers within ' || filled_form.hours || case filled_form.hours when 1 then ' hour.' else ' hours.' end,
           filled_form.escalation_instructions, filled_form.id, filled_form.name, coalesce((body ->> 'testSubmission')::boolean, false),
           array_to_json(array(select row_to_json(y) from (
               select f.id as "id", f.section as "section", f.label as "fieldName", f.answered as "value", f.display_order as "displayOrder",
                      f.type as "type"
                 from field f where f.answered is not null order by f.display_order, f.id) y)),
           caller.rendered::json,
           case json_typeof(body -> 'submitterContactDetails') when 'object'
                then contact(body #>> '{submitterContactDetails,name}', nullif(body #>> '{submitterContactDetails,email}', ''),
                             body #>> '{submitterContactDetails,phone}')
                else contact(caller.name, caller.email, (select full_phone(account) from account where account.id = caller.id)) end,
           contact(filled_form.contact_name, filled_form.contact_email, filled_form.contact_phone),
           array_to_json(array(select row_to_json(y) from (
               select n ->> 'note' as "note"
                 from json_array_elements(case json_typeof(body -> 'internalNotes') when 'array' then body -> 'internalNotes' else '[]' end) n) y))
      from given, caller, filled_form left join receiving_department on true where not exists (select from problem) and {request.if_match}::text is null
    returning *
), event as (
    insert into event (type, request, request_token, submit_company, receive_company, request_id, traceparent)
    select 'created', id, token, submit_company, receive_company, $6, $7 from new_request returning id, type
), visible_request as (select new_request.*, caller.company as caller_company, false as with_removed, false as brief from new_request, caller),
-- piece: outbox_row, record
select case when not exists (select from caller)      then 'unauthenticated'
            when not exists (select from member)      then 'member-only'
            when not exists (select from filled_form) then 'no-interaction'
            when {request.if_match}::text is not null then 'precondition-failed'        -- there is no record yet that it could name
            when exists (select from problem)         then 'invalid'
            else 'ok' end as outcome,
       (select request_tag(id, updated_at, true) from new_request) as etag,
       case when exists (select from problem)
            then array_to_json(array(select row_to_json(y) from (select field as "field", message as "message", code as "code", field_id as "fieldId" from problem
                                                                   order by index nulls first, place, field) y))::text
            else (select body from record) end as body
