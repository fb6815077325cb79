-- The members of t/api/http/pinned.t. All ids have five digits, and all times are in 2001.
alter table company disable trigger touch;
alter table account disable trigger touch;
alter table document disable trigger touch;
alter table document_field disable trigger touch_document_insert;

insert into company (id, name, description, domain, tags, hours_high, created_at, updated_at) values
    (90001, 'Acme "Arrays"', 'Makes arrays', 'acme.example', '{array,flash}', null, '2001-01-01', '2001-01-01 00:00:01.000001Z'),
    (90002, 'Bètà GmbH', null, 'beta.example', '{storage}', 4, '2001-01-01', '2001-01-01 00:00:02.000002Z'),
    (90003, 'Other', 'Knows nobody', 'other.example', '{}', null, '2001-01-01', '2001-01-01 00:00:03Z'),
    (90004, 'Gone', 'Does storage, too', 'gone.example', '{}', null, '2001-01-01', '2001-01-01 00:00:04Z');
insert into department (id, company, name, description, tags) values
    (90101, 90002, 'Tape', 'Tape libraries and backup', '{tape,backup}'), (90102, 90002, 'Closed', 'Not any more', '{}');
update department set active = false where id = 90102;
insert into community (id, name) values (90201, 'Partners'), (90202, 'Others');
insert into community_member (community, company) values (90201, 90001), (90201, 90002), (90201, 90004), (90202, 90003);

insert into account (id, company, username, password_hash, first_name, last_name, email, phone, phone_country_code, city, email_check_fail_data,
                     created_at, updated_at) values
    (90301, 90001, 'ada@acme.example',  :hash, 'Ada', 'Adler', 'ada@acme.example', '555 0100', '+41', 'Bern', null, '2001-01-01', '2001-01-02 00:00:01.100001Z'),
    (90302, 90002, 'ben@beta.example',  :hash, 'Ben', null, 'ben@beta.example', null, null, null, 'bounced "once"', '2001-01-01', '2001-01-02 00:00:02Z'),
    (90303, 90003, 'sol@other.example', :hash, 'Sol', 'Stranger', 'sol@other.example', '555 0300', '+1', 'Lima', null, '2001-01-01', '2001-01-02 00:00:03Z'),
    (90304, 90001, 'dis@acme.example',  :hash, 'Dis', 'Abled', 'dis@acme.example', null, null, null, null, '2001-01-01', '2001-01-02 00:00:04Z'),
    (90305, 90004, 'gon@gone.example',  :hash, 'Gon', 'Gone', 'gon@gone.example', null, null, null, null, '2001-01-01', '2001-01-02 00:00:05Z'),
    (90306, 90001, 'old@acme.example',  :hash, 'Old', 'Token', 'old@acme.example', null, null, null, null, '2001-01-01', '2001-01-02 00:00:06Z'),
    (90307, 90001, 'col@acme.example',  :hash, null, null, 'col@acme.example', null, null, null, null, '2001-01-01', '2001-01-02 00:00:07Z');
insert into account (id, company, username, first_name, email, created_at, updated_at, kind, issuer, subject) values
    (90308, 90001, 'bot@acme.example', 'Acme Bot', 'bot@acme.example', '2001-01-01', '2001-01-02 00:00:08Z', 'principal', 'https://id.example', 'bot-1');

insert into document (id, company, department, name, contact_name, contact_email, contact_phone, admin_note, escalation_instructions, active, updated_at) values
    (90401, 90001, null, 'Form of Acme', 'Acme desk', 'desk@acme.example', '555 0190', null, null, true, '2001-01-03 00:00:01Z'),
    (90402, 90002, null, 'Form of Bètà', 'Beta desk', 'desk@beta.example', null, 'Be "brief"', 'Call the desk', true, '2001-01-03 00:00:02.200002Z'),
    (90403, 90002, 90101, 'Form of Tape', null, null, null, null, null, true, '2001-01-03 00:00:03Z'),
    (90404, 90003, null, 'Form of Other', null, null, null, null, null, true, '2001-01-03 00:00:04Z'),
    (90405, 90002, null, 'Former form', null, null, null, null, null, false, '2001-01-03 00:00:05Z'),
    (90406, 90004, null, 'Form of Gone', null, null, null, null, null, true, '2001-01-03 00:00:06Z');
insert into document_field (id, document, section, label, type, options, selections, additional_settings, validation_rules, value, display_order, required) values
    (90501, 90402, 'PROBLEM_SECTION', 'Serial', 'STRING', null, '[]', null, 'required,not_numeric', null, 2, true),
    (90502, 90402, 'CONTACT_SECTION', 'Site', 'SELECT', E'Bern\r\nLima', '[]', 'x', null, 'Bern', 1, false),
    (90503, 90402, 'PROBLEM_SECTION', 'Product', 'TIERSELECT', null, '[{"value":"Disk","children":[{"value":"Flash"},{"value":"Tape"}]}]', null, null, null, 3, false),
    (90504, 90402, 'COMMON_CUSTOMER_SECTION', 'Count', 'INTEGER', null, '[]', null, null, null, 3, false);

alter table company enable trigger touch;
alter table account enable trigger touch;
alter table document enable trigger touch;
alter table document_field enable trigger touch_document_insert;
select make_attempt_partition('2001-03-01');
