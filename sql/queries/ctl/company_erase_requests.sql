-- ctl_company_erase_requests: erases the company arg.id in its next arg.requests requests, newest first: its name, its people, and all
-- that it wrote. The partner's texts stay.
-- last: where the next batch begins; null: no further batch.
-- binds: arg.id
with
-- piece: company_requests
-- Locks the request's row first, in the order in which operations lock rows.
select id from request where id = any (array(select id from company_requests)) order by id for no key update
-- then
with
-- piece: company_requests, company_subject
, changed_note as (
    update note n
       set company_name = s.name, creator_username = erased_user(n.author), creator_email = erased_email(n.author), creator_name = coalesce(erased_user(n.author), s.name),
           summary = '', description = '', status = 'REMOVED', size = 0, updated_at = clock_timestamp()
      from subject s where n.request = any (array(select id from company_requests)) and n.company = s.id
    returning n.id
), changed_system_note as (     -- an operator may have named the company in a SYSTEM note
    update note n set summary = x.summary, description = x.description, updated_at = clock_timestamp()
      from subject s, note o, lateral (
           select regexp_replace(erase_emails(o.summary, s.emails, 'erased'), s.pattern, 'erased', 'gi') as summary,
                  regexp_replace(erase_emails(o.description, s.emails, 'erased'), s.pattern, 'erased', 'gi') as description) x
     where n.id = o.id and o.request = any (array(select id from company_requests)) and o.company is null
       and (o.summary, o.description) is distinct from (x.summary, x.description)
), changed_response as (
    update response p set case_number = null, engineer_name = null, engineer_phone = null, engineer_email = null, next_steps = null
      from subject s where p.request = any (array(select id from company_requests)) and p.company = s.id
    returning p.id
), changed_attachment as (
    update attachment a set name = 'erased' from subject s where a.request = any (array(select id from company_requests)) and a.company = s.id returning a.id
), deleted_name as (delete from attachment_name where request = any (array(select id from company_requests))),
submitted_request as (
    update request r
       set submit_company_name = s.name, submitted_by = erase_account(r.submitted_by), submitter_contact = contact(null, null, null), submitter_case_number = null,
           summary = '', description = '', custom_fields = erase_answers(r.custom_fields, true), internal_notes = '[]', submitter_notes = 0,
           updated_at = clock_timestamp()
      from subject s where r.id = any (array(select id from company_requests)) and r.submit_company = s.id
), received_request as (
    update request r
       set receive_company_name = s.name, receive_department_name = 'erased department ' || r.receive_department, receiver_case_number = null,
           escalation_instructions = null, document_name = 'erased form ' || r.document, receiver_contact = contact(null, null, null),
           custom_fields = erase_answers(r.custom_fields, false), receiver_notes = 0, updated_at = clock_timestamp()
      from subject s where r.id = any (array(select id from company_requests)) and r.receive_company = s.id
)
select count(*) as requests, (select count(*) from changed_note) as notes, (select count(*) from changed_response) as responses,
       (select count(*) from changed_attachment) as attachments,
       case when count(*) = {arg.requests}::int then (select micros(created_at) || '-' || id from company_requests order by created_at, id limit 1) end as last
  from company_requests
