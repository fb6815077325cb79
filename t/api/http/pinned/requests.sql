-- The requests of t/api/http/pinned.t, with their notes, responses, attachments and events. Reloaded after each write.
delete from outbox;
delete from delivery;
delete from dead_letter;
delete from attempt;
delete from event;
delete from subscription;
delete from earlier_filters;
delete from dropped_queue;
delete from ended_queue;
delete from idempotency;
delete from attachment;
delete from attachment_name;
delete from attachment_storage;
delete from response;
delete from note;
delete from request;

-- A request from Acme to Bètà in each state, and one from Bètà to Acme.
insert into request (id, token, submit_company, submit_company_name, submitter, submitter_case_number, receive_company, receive_company_name,
                     receive_department, receiver_case_number, summary, description, priority, status, information_answered, created_at, updated_at,
                     responded, respond_by, feedback_requested, reminder_sent, priority_note, escalation_instructions, document, document_name,
                     test_case, custom_fields, submitted_by, submitter_contact, receiver_contact, internal_notes)
select r.id, 'FIXED00000' || r.name, s.id, s.name, a.id, r.ours, t.id, t.name,
       r.department, r.theirs, r.summary, 'Since noon', r.priority, r.status, r.answered, r.at, r.moved,
       r.responded, timestamptz '2001-02-20 00:00:00Z' + r.id * interval '1 second', r.status = 'CLOSED', r.reminded, r.urgent, r.urgent, 90402, 'Form of Bètà',
       r.reminded, r.fields, a.rendered::json, contact(a.first_name, a.email, a.phone), contact(r.engineer, null, null), r.internal
  from (values
    (90601, 'OPEN00', 90001, 90002, null::bigint, 'A-1', null, 'Link "down" \ ü', 'LOW', 'OPEN', false, timestamptz '2001-02-01 00:00:01.000001Z',
     timestamptz '2001-02-01 00:00:01.000001Z', false, false, null, '[]'::json, null, '[]'::json),
    (90602, 'NOTED0', 90001, 90002, 90101, 'A-2', null, 'Tape stuck', 'HIGH', 'OPEN', false, '2001-02-02Z', '2001-02-12 12:34:56.789012Z', false, true, 'Call us',
     '[{"id":90501,"section":"PROBLEM_SECTION","fieldName":"Serial","value":"S-1","displayOrder":2,"type":"STRING"}]', 'Eva', '[{"note":"for us alone"}]'),
    (90603, 'ASKED0', 90001, 90002, null, 'A-3', null, 'No power', 'MEDIUM', 'INFORMATION', false, '2001-02-03Z', '2001-02-13Z', true, false, null, '[]', null, '[]'),
    (90604, 'ANSWER', 90001, 90002, null, 'A-1', null, 'No light', 'MEDIUM', 'INFORMATION', true, '2001-02-04Z', '2001-02-14Z', true, false, null, '[]', null, '[]'),
    (90605, 'ACCEPT', 90001, 90002, null, null, 'B-5', 'No sound', 'LOW', 'ACCEPTED', false, '2001-02-05Z', '2001-02-15Z', true, false, null, '[]', 'Eva', '[{"note":"one"},{"note":"two"}]'),
    (90606, 'REJECT', 90001, 90002, null, 'A-6', null, 'No heat', 'LOW', 'REJECTED', false, '2001-02-06Z', '2001-02-16Z', true, false, null, '[]', null, '[]'),
    (90607, 'CLOSED', 90001, 90002, null, 'A-7', 'B-7', 'No air', 'HIGH', 'CLOSED', false, '2001-02-06Z', '2001-02-17Z', true, true, null, '[]', 'Eva', '[{"note":"three"}]'),
    (90608, 'OTHERS', 90002, 90001, null, 'B-1', 'A-1', 'No water', 'HIGH', 'OPEN', false, '2001-02-08Z', '2001-02-18Z', false, false, null, '[]', null, '[{"note":"not yours"}]'))
    as r (id, name, sender, target, department, ours, theirs, summary, priority, status, answered, at, moved, responded, reminded, urgent, fields, engineer, internal)
  join company s on s.id = r.sender join company t on t.id = r.target
  join account a on a.id = case r.sender when 90001 then 90301 else 90302 end;

insert into note (id, token, request, company, author, company_name, creator_username, creator_email, creator_name, summary, description, priority, created_at) values
    (90701, 'FIXED0000000NOTE1', 90602, 90001, 90301, 'Acme "Arrays"', 'ada@acme.example', 'ada@acme.example', 'Ada Adler', 'First "note"', E'Line\nline', 'LOW', '2001-02-10 00:00:01Z'),
    (90702, 'FIXED0000000NOTE2', 90602, 90002, 90302, 'Bètà GmbH', 'ben@beta.example', 'ben@beta.example', 'Ben', 'Removed', 'Gone', 'HIGH', '2001-02-10 00:00:02Z'),
    (90703, 'FIXED0000000NOTE3', 90602, null, null, null, null, null, 'SYSTEM', 'Reminder', 'Please answer', 'MEDIUM', '2001-02-12 12:34:56.789012Z'),
    (90704, 'FIXED0000000NOTE4', 90605, 90002, 90302, 'Bètà GmbH', 'ben@beta.example', 'ben@beta.example', 'Ben', 'Look', '', 'MEDIUM', '2001-02-15Z'),
    (90705, 'FIXED0000000NOTE5', 90607, 90001, 90301, 'Acme "Arrays"', 'ada@acme.example', 'ada@acme.example', 'Ada Adler', 'Alone', 'x', 'LOW', '2001-02-16Z'),
    (90706, 'FIXED0000000NOTE6', 90606, 90001, 90301, 'Acme "Arrays"', 'ada@acme.example', 'ada@acme.example', 'Ada Adler', 'Only', 'removed', 'LOW', '2001-02-16Z');
update note set status = 'REMOVED', updated_at = '2001-02-11Z' where id in (90702, 90706);
insert into response (id, request, type, company, author, case_number, engineer_name, engineer_phone, engineer_email, next_steps, created_at) values
    (90801, 90603, 'INFORMATION_REQUEST', 90002, 90302, null, 'Eva', null, 'eva@beta.example', 'Which "one"?', '2001-02-13Z'),
    (90802, 90604, 'INFORMATION_REQUEST', 90002, 90302, null, 'Eva', '1', 'eva@beta.example', 'Which?', '2001-02-13Z'),
    (90803, 90604, 'INFORMATION_RESPONSE', 90001, 90301, null, null, null, null, 'The left one', '2001-02-14Z'),
    (90804, 90605, 'APPROVAL', 90002, 90302, 'B-5', 'Eva', null, 'eva@beta.example', 'We look', '2001-02-15Z'),
    (90805, 90606, 'REJECTION', 90002, 90302, null, 'Eva', null, 'eva@beta.example', 'Not ours', '2001-02-16Z'),
    (90806, 90607, 'APPROVAL', 90002, 90302, 'B-7', 'Eva', null, 'eva@beta.example', 'We look', '2001-02-16Z');

-- Acme: its default storage, one for a request, and an expired one; Bètà: one for a request.
insert into attachment_storage (uid, company, request, domain, password, expiration, path, port, updated_at) values
    ('00000000-0000-4000-8000-000000000001', 90001, null, 'default.acme.example', 'x', null, '/', 443, '2001-02-01Z'),
    ('00000000-0000-4000-8000-000000000002', 90001, 90602, 'noted.acme.example', 'x', '2099-01-01Z', '/in', 8443, '2001-02-01Z'),
    ('00000000-0000-4000-8000-000000000003', 90001, 90603, 'over.acme.example', 'x', '2001-02-02Z', '/in', 8443, '2001-02-01Z'),
    ('00000000-0000-4000-8000-000000000004', 90002, 90602, 'noted.beta.example', 'x', '2099-01-01Z', '/"b"', 1, '2001-02-01Z');

insert into subscription (id, uid, company, account, version, callback_url, event_types, case_directions, partner_companies, active, active_since, auth_type,
                          secret, created_at, updated_at) values
    (90901, '00000000-0000-4000-8000-000000000011', 90001, 90301, 'V2', 'https://hook.acme.example/"a"', null, null, null, true, '2001-01-01Z', 'NONE', 'x', '2001-02-01Z', '2001-02-02 00:00:01.000001Z'),
    (90902, '00000000-0000-4000-8000-000000000012', 90001, 90301, 'V2', 'https://hook.acme.example/b', '{closed,created}', '{INBOUND}', '{90002}', false, '2001-01-01Z', 'BASIC', 'x', '2001-02-01Z', '2001-02-03Z'),
    (90903, '00000000-0000-4000-8000-000000000013', 90001, 90301, 'V1', 'https://hook.acme.example/c', null, null, null, true, '2001-01-01Z', 'BEARER', 'x', '2001-02-01Z', '2001-02-04Z'),
    (90904, '00000000-0000-4000-8000-000000000014', 90003, 90303, 'V2', 'https://hook.other.example/', '{created}', null, null, true, '2001-01-01Z', 'NONE', 'x', '2001-02-01Z', '2001-02-05Z');
insert into event (id, uid, type, request, request_token, note_token, response, submit_company, receive_company, request_id, traceparent, created_at) values
    (91001, '00000000-0000-4000-8000-000000000021', 'created', 90602, 'FIXED00000NOTED0', null, null, 90001, 90002, 'id-1', '00-00000000000000000000000000000001-0000000000000001-01', '2001-02-28Z'),
    (91002, '00000000-0000-4000-8000-000000000022', 'note.created', 90602, 'FIXED00000NOTED0', 'FIXED0000000NOTE1', null, 90001, 90002, 'id-2', null, '2001-02-28 00:00:01.5Z'),
    (91003, '00000000-0000-4000-8000-000000000023', 'response.created', 90605, 'FIXED00000ACCEPT', null, 90804, 90001, 90002, null, null, '2001-02-28 00:00:02Z');
insert into attempt (id, subscription, event, number, http_status, success, error, response_body, duration_ms, created_at, next_attempt_at, dead_letter, delivery_queue) values
    (91101, 90901, 91001, 1, 500, false, 'HTTP 500', 'no "way"', 12, '2001-03-01 00:00:01Z', '2001-03-01 00:01:01Z', false, 90901),
    (91102, 90901, 91001, 2, 200, true, null, null, 3, '2001-03-01 00:01:01Z', null, false, 90901),
    (91103, 90901, 91003, 1, 0, false, 'timeout', null, 10000, '2001-03-01 00:02:01Z', '2001-03-01 00:03:01Z', false, 91201),
    (91104, 90903, 91002, 1, 410, false, 'HTTP 410', null, 1, '2001-03-01 00:00:01Z', null, true, 90903);
insert into dead_letter (event, subscription, reason, created_at) values (91002, 90903, 'HTTP 410', '2001-03-01 00:00:01Z');
insert into ended_queue (queue, subscription, reason, at) values (91201, 90901, null, '2001-03-01 00:02:30Z');
