-- The sizes that CollabRequestLimit counts become those that interface.md 18.5 describes. Earlier rows keep theirs, which are a few bytes
-- less. A user's phone number gets its country code where the user is the contact of a request.

-- The bytes by which a response counts against its company's limit for the request: its JSON object in the record, with the longest
-- possible id and type.
create or replace function response_size(case_number text, engineer_name text, engineer_phone text, engineer_email text, next_steps text)
returns int language sql stable parallel safe
return octet_length(array_to_json(array[case_number, engineer_name, engineer_phone, engineer_email, next_steps])::text) + 162;

-- Renders the request's JSON text, without its closing brace. The brace counts for the size.
create or replace function request_render() returns trigger language plpgsql as $$
begin
    new.rendered := (select left(row_to_json(x)::text, -1) from (
        select new.id as "id", new.submit_company_name as "submitCompanyName", new.submit_company as "submitCompanyId",
               new.submitter_case_number as "submitterCaseNumber", new.receive_company_name as "receiveCompanyName",
               new.receive_company as "receiveCompanyId", new.receive_department as "receiveDepartmentId",
               new.receive_department_name as "receiveDepartmentName", new.receiver_case_number as "receiverCaseNumber", new.summary as "summary",
               new.description as "description", new.priority as "priority", new.token as "token",
               stamp(new.created_at) as "createdAt", stamp(new.deleted_at) as "deletedAt", stamp(new.respond_by) as "respondBy",
               new.priority_note as "priorityNote", new.escalation_instructions as "escalationInstructions",
               new.document as "contactDocumentId", new.document_name as "contactDocumentName", new.test_case as "testCase",
               new.custom_fields as "customFields", new.submitted_by as "submittedBy",
               new.submitter_contact as "submitterContactDetails", new.receiver_contact as "receiverContactDetails") x);
    if tg_op = 'INSERT' then
        new.submitter_size := octet_length(new.rendered) + 1 + octet_length(new.internal_notes::text);
    end if;
    return new;
end $$;

-- An account's phone number in contacts: with its country code, unless the number begins with one, or both together are longer than the
-- interface promises.
create function full_phone(a account) returns text language sql stable parallel safe
return case when length(a.phone_country_code) + length(a.phone) < 50 and a.phone !~ '^\s*([+]|00)' then a.phone_country_code || ' ' || a.phone
            else a.phone end;
