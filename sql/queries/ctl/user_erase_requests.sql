-- ctl_user_erase_requests: erases the user arg.account in the next arg.requests requests of a company of the user's, newest first: where
-- the user is the author, and where texts of the company or the service contain one of the addresses arg.emails. The partner's
-- texts stay.
-- mentions: where a name or an address remains, for the operator to check.
-- last: where the next batch begins; null: no further batch.
-- binds: arg.account, arg.emails, arg.names
with
-- piece: company_requests
-- Locks the request's row first, in the order in which operations lock rows.
select id from request where id = any (array(select id from company_requests)) order by id for no key update
-- then
with
-- piece: company_requests
, subject as (select $1::bigint as id, {arg.id}::bigint as company, $2::text[] as emails, $3::text[] as names, erased_email($1::bigint) as email),
new_note as materialized (
    select n.id, n.request, n.token, x.*
      from company_requests r join note n on n.request = r.id cross join subject s
     cross join lateral (
           select case when n.author = s.id then erased_user(s.id) else n.creator_username end as creator_username,
                  case when n.author = s.id then s.email else n.creator_email end as creator_email,
                  case when n.author = s.id then erased_user(s.id) else n.creator_name end as creator_name,
                  case when coalesce(n.company, s.company) = s.company then erase_emails(n.summary, s.emails, s.email) else n.summary end as summary,
                  case when coalesce(n.company, s.company) = s.company then erase_emails(n.description, s.emails, s.email) else n.description end as description) x
), changed_note as (
    update note n
       set creator_username = x.creator_username, creator_email = x.creator_email, creator_name = x.creator_name, summary = x.summary,
           description = x.description, updated_at = clock_timestamp()
      from new_note x
     where n.id = x.id and (n.creator_username, n.creator_email, n.creator_name, n.summary, n.description)
                           is distinct from (x.creator_username, x.creator_email, x.creator_name, x.summary, x.description)
    returning n.request
), new_response as materialized (
    select p.id, p.request, x.*
      from company_requests r join response p on p.request = r.id cross join subject s
     cross join lateral (select p.company = s.company
                                and (lower(p.engineer_email) = any (s.emails) or p.author = s.id and p.engineer_name = any (s.names)) as theirs) t
     cross join lateral (
           select case when t.theirs then erased_user(s.id) else p.engineer_name end as engineer_name,
                  case when t.theirs then null else p.engineer_phone end as engineer_phone,
                  case when t.theirs then s.email else p.engineer_email end as engineer_email,
                  case when p.company = s.company then erase_emails(p.case_number, s.emails, s.email) else p.case_number end as case_number,
                  case when p.company = s.company then erase_emails(p.next_steps, s.emails, s.email) else p.next_steps end as next_steps) x
), changed_response as (
    update response p
       set engineer_name = x.engineer_name, engineer_phone = x.engineer_phone, engineer_email = x.engineer_email, case_number = x.case_number, next_steps = x.next_steps
      from new_response x
     where p.id = x.id and (p.engineer_name, p.engineer_phone, p.engineer_email, p.case_number, p.next_steps)
                           is distinct from (x.engineer_name, x.engineer_phone, x.engineer_email, x.case_number, x.next_steps)
    returning p.request
), new_request as materialized (
    select r.id, r.token, x.*
      from company_requests join request r using (id) cross join subject s
     cross join lateral (select r.submit_company = s.company as submits) o
     cross join lateral (
           select case when r.submitter = s.id then erase_account(r.submitted_by) else r.submitted_by end as submitted_by,
                  case when o.submits then erase_contact(r.submitter_contact, r.submitter = s.id, s.id, s.emails, s.names) else r.submitter_contact end as submitter_contact,
                  case when o.submits then r.receiver_contact
                       else erase_contact(r.receiver_contact, exists (select from response p where p.request = r.id and p.author = s.id), s.id, s.emails, s.names)
                       end as receiver_contact,
                  case when o.submits then erase_emails(r.submitter_case_number, s.emails, s.email) else r.submitter_case_number end as submitter_case_number,
                  case when o.submits then r.receiver_case_number else erase_emails(r.receiver_case_number, s.emails, s.email) end as receiver_case_number,
                  case when o.submits then erase_emails(r.summary, s.emails, s.email) else r.summary end as summary,
                  case when o.submits then erase_emails(r.description, s.emails, s.email) else r.description end as description,
                  case when erase_emails(r.custom_fields::text, s.emails, s.email) = r.custom_fields::text then r.custom_fields
                       when o.submits then erase_emails(r.custom_fields::text, s.emails, s.email)::json
                       else array_to_json(array(     -- the receiver wrote the labels, the partner the values
                           select row_to_json(y)
                             from json_array_elements(r.custom_fields) with ordinality e (f, n), lateral (
                                  select (f ->> 'id')::bigint as "id", f ->> 'section' as "section", erase_emails(f ->> 'fieldName', s.emails, s.email) as "fieldName",
                                         f ->> 'value' as "value", (f ->> 'displayOrder')::int as "displayOrder", f ->> 'type' as "type") y
                            order by n)) end as custom_fields,
                  case when o.submits then erase_emails(r.internal_notes::text, s.emails, s.email)::json else r.internal_notes end as internal_notes,
                  case when o.submits then r.escalation_instructions else erase_emails(r.escalation_instructions, s.emails, s.email) end as escalation_instructions) x
), differing_request as (
    select x.id from new_request x join request r using (id)
     where (r.submitted_by::text, r.submitter_contact::text, r.receiver_contact::text, r.submitter_case_number, r.receiver_case_number, r.summary, r.description,
            r.custom_fields::text, r.internal_notes::text, r.escalation_instructions)
           is distinct from (x.submitted_by::text, x.submitter_contact::text, x.receiver_contact::text, x.submitter_case_number, x.receiver_case_number, x.summary,
                             x.description, x.custom_fields::text, x.internal_notes::text, x.escalation_instructions)
), touched_request as (         -- notes and responses are part of the record, and of its entity tag
    select id from differing_request union select request from changed_note union select request from changed_response
), changed_request as (
    update request r
       set submitted_by = x.submitted_by, submitter_contact = x.submitter_contact, receiver_contact = x.receiver_contact,
           submitter_case_number = x.submitter_case_number, receiver_case_number = x.receiver_case_number, summary = x.summary, description = x.description,
           custom_fields = x.custom_fields, internal_notes = x.internal_notes, escalation_instructions = x.escalation_instructions, updated_at = clock_timestamp()
      from new_request x where r.id = x.id and x.id in (select id from touched_request)
), mention as (
    select x.token || ' ' || f.field as place
      from new_request x, subject s, lateral (
           values ('submittedBy', x.submitted_by::text), ('submitterContactDetails', x.submitter_contact::text), ('receiverContactDetails', x.receiver_contact::text),
                  ('internalCaseNumber', concat_ws(' ', x.submitter_case_number, x.receiver_case_number)), ('problemSummary', x.summary),
                  ('problemDescription', x.description), ('customFields', x.custom_fields::text), ('internalNotes', x.internal_notes::text),
                  ('escalationInstructions', x.escalation_instructions)) f (field, text)
     where exists (select from unnest(s.emails || s.names) word where position(lower(word) in lower(f.text)) > 0)
    union all
    select r.token || ' note ' || x.token
      from new_note x join request r on r.id = x.request, subject s
     where exists (select from unnest(s.emails || s.names) word
                    where position(lower(word) in lower(concat_ws(' ', x.creator_username, x.creator_email, x.creator_name, x.summary, x.description))) > 0)
    union all
    select r.token || ' response ' || x.id
      from new_response x join request r on r.id = x.request, subject s
     where exists (select from unnest(s.emails || s.names) word
                    where position(lower(word) in lower(concat_ws(' ', x.engineer_name, x.engineer_email, x.next_steps))) > 0)
)
select (select count(*) from touched_request) as requests, (select count(*) from changed_note) as notes, (select count(*) from changed_response) as responses,
       (select string_agg(place, E'\n' order by place) from mention) as mentions,
       case when count(*) = {arg.requests}::int then (select micros(created_at) || '-' || id from company_requests order by created_at, id limit 1) end as last
  from company_requests
