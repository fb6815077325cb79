-- seed.sql: the benchmark's data, in the real schema: 200 companies with an account and a form each, :n requests with three notes and two
-- responses each. The row triggers render the JSON, as for members' writes. Company 1 + i % 200 has submitted request i, which has the token
-- 1000000000000000 + i and is closed when 5 divides i. Vacuum and checkpoint need a superuser: psql -v n=100000 -v hash=… -f seed.sql
\set ON_ERROR_STOP 1
set client_min_messages = warning;
set search_path = collab;
set timezone = 'UTC';
set synchronous_commit = off;

-- Text that compresses as well as text by a person: sentences in a different order for each seed.
create function pg_temp.prose(seed bigint, sentences int) returns text language sql immutable as $$
    select string_agg((array[
        'The replication link drops after the firmware update.', 'Both controllers report degraded paths since Tuesday night.',
        'We see retransmits on port 7, and none on its neighbour.', 'The log bundle of the array is attached to our own ticket.',
        'A restart of the fabric manager helps for about an hour.', 'No change was made on the hosts, says the customer.',
        'Latency climbs to 40 ms as soon as the backup begins.', 'Could your team look at the "trace" lines around 03:14?',
        'The same release runs well in two other data centres.', 'We have swapped cables and optics without effect.',
        'The customer may be reached until six in the evening.', 'A window for tests is open on Saturday morning.',
        'Multipathing falls back to one path, then recovers.', 'Please tell us which counters you would like to have.',
        'The event list shows a time-out, then a failed login.', 'We suspect the new queue depth, but have no proof yet.'
        ])[1 + abs(hashint8(seed * 31 + k)) % 16], ' ' order by k)
      from generate_series(1, sentences) k $$;

insert into company (id, name, description, domain, tags)
select i, 'Company ' || i, 'Storage and networks, number ' || i, 'company' || i || '.example', '{storage,network}'
  from generate_series(1, 200) i;
insert into community (id, name) values (1, 'Everybody');
insert into community_member (community, company) select 1, id from company;

insert into account (id, company, username, password_hash, first_name, last_name, email, phone, phone_country_code, city, epoch)
select id, id, 'user' || id || '@' || domain, :'hash', 'Ann', 'Example ' || id, 'user' || id || '@' || domain, '5550100', '+1', 'Berlin', 1
  from company;

insert into document (id, company, name, contact_name, contact_email, contact_phone, escalation_instructions)
select id, id, 'Contact document ' || id, 'Bob Receiver', 'bob@' || domain, '+1 5550101', 'Call the duty manager.' from company;

-- Explicit ids of notes and responses, so that they do not depend on the order of execution.
insert into request (id, token, submit_company, submit_company_name, submitter, submitter_case_number, receive_company, receive_company_name,
                     receiver_case_number, summary, description, priority, status, created_at, updated_at, responded, respond_by, priority_note,
                     escalation_instructions, document, document_name, custom_fields, submitted_by, submitter_contact, receiver_contact)
select i, 1000000000000000 + i, s.id, s.name, s.id, 'SUB-' || i, r.id, r.name,
       'RCV-' || i, 'Replication link down between arrays, case ' || i,
       pg_temp.prose(i, 7), (array['LOW', 'MEDIUM', 'HIGH'])[1 + i % 3],
       case when i % 5 = 0 then 'CLOSED' else 'ACCEPTED' end, at, at + interval '1 hour', true, at + interval '4 hours', 'Please answer quickly.',
       'Call the duty manager.', r.id, 'Contact document ' || r.id,
       '[{"id":1,"section":"CONTACT_SECTION","fieldName":"Site","value":"Berlin \"B\"","displayOrder":1,"type":"STRING"},'
       '{"id":2,"section":"CONTACT_SECTION","fieldName":"Product","value":"Array 9","displayOrder":2,"type":"STRING"}]',
       a.rendered::json, contact('Ann Example', 'ann@' || s.domain, '+1 5550100'), contact('Bob Receiver', 'bob@' || r.domain, '+1 5550101')
  from generate_series(1, :n) i
       cross join lateral (select timestamptz '2026-01-01' + i * interval '17 seconds' as at) t
       join company s on s.id = 1 + i % 200
       join company r on r.id = 1 + (i * 7 + 3) % 200
       join account a on a.id = s.id
 order by i;

insert into note (id, token, request, company, author, company_name, creator_username, creator_email, creator_name, summary, description, priority,
                  created_at)
select i * 3 + k - 3, 2000000000000000 + i * 3 + k, i, a.company, a.id, 'Company ' || a.id, a.username, a.email, full_name(a),
       'Log bundle attached ' || k, pg_temp.prose(-i * 3 - k, 4), 'MEDIUM',
       timestamptz '2026-01-01' + i * interval '17 seconds' + k * interval '10 minutes'
  from generate_series(1, :n) i cross join generate_series(1, 3) k join account a on a.id = 1 + i % 200
 order by i, k;

insert into response (id, request, type, company, author, case_number, engineer_name, engineer_phone, engineer_email, next_steps, created_at)
select i * 2 + k - 2, i, case k when 1 then 'INFORMATION_REQUEST' else 'APPROVAL' end, a.company, a.id, 'RCV-' || i, 'Eve Engineer', '5550123',
       'eve@example.org', 'We will look at the link and call back within two hours.',
       timestamptz '2026-01-01' + i * interval '17 seconds' + k * interval '12 minutes'
  from generate_series(1, :n) i cross join generate_series(1, 2) k join account a on a.id = 1 + (i * 7 + 3) % 200
 order by i, k;

select setval(pg_get_serial_sequence(name, 'id'), top) from (values
    ('company', 200), ('community', 1), ('account', 200), ('document', 200), ('request', :n), ('note', :n * 3), ('response', :n * 2)) ids (name, top) \g /dev/null
vacuum (freeze, analyze);
checkpoint;
