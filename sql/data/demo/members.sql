-- members.sql: companies for trying out the service. `collabctl demo` runs this file in one transaction, after checking that the
-- database is empty. The hash of the users' password is in the setting collab.demo_password.
--
--      Data Center Alliance:  Acme Networks, Beta Storage, Delta Compute, Foxtrot Facilities
--      Cloud Circle:          Beta Storage, Gamma Clouds, Delta Compute, Epsilon Analytics
--
-- So Acme has partners in one community, Beta and Delta have partners in both, and Acme and Gamma cannot find each other.

set local search_path = collab;

insert into company (id, name, domain, hours_high, hours_medium, hours_low, tags, description) values
    (1, 'Acme Networks', 'acme.example', null, null, null, '{networking,routing,switching,firewall,vpn,telecommunications}',
     'Routers, switches and firewalls for campus and data center networks. Support engineers for BGP and EVPN routing, VXLAN overlays, '
     'packet loss and latency analysis, and site-to-site VPN between carriers and enterprises.'),
    (2, 'Beta Storage', 'beta.example', 1, 3, 12, '{storage,nvme,backup,replication,healthcare}',
     'All-flash arrays and NVMe over Fabrics for hospitals and laboratories. Knows Fibre Channel and iSCSI multipathing, snapshot '
     'replication between sites, firmware regressions, and recovery of damaged volumes.'),
    (3, 'Gamma Clouds', 'gamma.example', null, null, null, '{cloud,kubernetes,containers,automation}',
     'Managed Kubernetes and private clouds for software houses. Helps with container networking, autoscaling, infrastructure as code '
     'and moving applications out of an own data center.'),
    (4, 'Delta Compute', 'delta.example', 1, 4, 24, '{servers,virtualization,gpu,hpc,manufacturing}',
     'Rack servers and GPU clusters for simulation and machine learning in manufacturing. Diagnoses firmware, memory and power supply '
     'faults, hypervisor crashes and driver mismatches on virtualized hosts.'),
    (5, 'Epsilon Analytics', 'epsilon.example', null, 8, 48, '{database,analytics,postgresql,finance}',
     'Databases and reporting for banks and insurers. Query tuning, replication and failover of PostgreSQL, data warehouses, and audits of '
     'slow or locked transactions.'),
    (6, 'Foxtrot Facilities', 'foxtrot.example', null, null, null, '{power,cooling,facilities}',
     'Power distribution, cooling and physical security of data centers: uninterruptible supplies, generators, leak detection, and remote '
     'hands on site around the clock.');

insert into department (id, company, name, tags, description) values
    (1, 1, 'Security Operations', '{firewall,ids,incident-response}',
     'Round-the-clock team for firewall policy, intrusion detection and denial of service attacks.'),
    (2, 2, 'Backup and Recovery', '{backup,tape,disaster-recovery}',
     'Restores after ransomware, tape libraries, and rehearsals of disaster recovery.'),
    (3, 2, 'Object Storage', '{s3,object-storage}',
     'S3-compatible object storage, life cycle rules, and slow or inconsistent listings.'),
    (4, 4, 'Accelerated Computing', '{gpu,machine-learning,drivers}',
     'GPU drivers, machine learning frameworks and multi-node training jobs that hang.'),
    (5, 5, 'Fraud Analytics', '{fraud,streaming,finance}',
     'Stream processing that scores card payments for fraud in real time.');

insert into community (id, name) values (1, 'Data Center Alliance'), (2, 'Cloud Circle');

insert into community_member (community, company) values (1, 1), (1, 2), (1, 4), (1, 6), (2, 2), (2, 3), (2, 4), (2, 5);

insert into account (id, company, username, email, first_name, last_name, phone_country_code, phone, city, password_hash)
select id, company, username, username, first_name, last_name, code, phone, city, current_setting('collab.demo_password')
  from (values
    (1, 1, 'ada@acme.example', 'Ada', 'Archer', '+1', '555 0101', 'Boston'),
    (2, 2, 'ben@beta.example', 'Ben', 'Bauer', '+49', '30 5550102', 'Berlin'),
    (3, 3, 'cleo@gamma.example', 'Cleo', 'Garcia', '+34', '915 550 103', 'Madrid'),
    (4, 4, 'dan@delta.example', 'Dan', 'Dubois', '+33', '1 55 50 01 04', 'Lyon'),
    (5, 5, 'eve@epsilon.example', 'Eve', 'Ekström', '+46', '8 555 01 05', 'Stockholm'),
    (6, 6, 'fay@foxtrot.example', 'Fay', 'Flynn', '+353', '1 555 0106', 'Dublin'),
    (7, 1, 'abe@acme.example', 'Abe', 'Adler', '+1', '555 0107', 'Chicago')
  ) person (id, company, username, first_name, last_name, code, phone, city);

insert into document (id, company, department, name, contact_name, contact_email, contact_phone, admin_note, escalation_instructions) values
    (1, 1, null, 'Acme Networks support', 'Acme Service Desk', 'desk@acme.example', '+1 555 0100',
     'Please name the affected site and since when.', 'Call the service desk and ask for the duty manager.'),
    (2, 2, null, 'Beta Storage support', 'Beta Support Center', 'support@beta.example', '+49 30 5550100',
     'Attach nothing that holds patient data.', 'Write to escalation@beta.example with the case number in the subject.'),
    (3, 3, null, 'Gamma Clouds support', 'Gamma Operations', 'ops@gamma.example', '+34 915 550 100', null, null),
    (4, 4, null, 'Delta Compute hardware case', 'Delta Hardware Support', 'hardware@delta.example', '+33 1 55 50 01 00',
     'Hardware is only exchanged with a serial number and a component.', 'Call the hotline; after one hour ask for the shift lead.'),
    (5, 2, 2, 'Beta backup and recovery', 'Beta Recovery Team', 'recovery@beta.example', '+49 30 5550120', null,
     'Data loss in progress: call, do not write.'),
    (6, 5, null, 'Epsilon Analytics support', 'Epsilon Help Desk', 'help@epsilon.example', '+46 8 555 01 00', null, null),
    (7, 6, null, 'Foxtrot site request', 'Foxtrot Control Room', 'control@foxtrot.example', '+353 1 555 0100', null, null);

insert into document_field (id, document, section, label, type, required, display_order, options, validation_rules, selections) values
    -- Acme and Beta: nothing is required, so that a first request needs no custom field
    (1, 1, 'PROBLEM_SECTION', 'Device serial number', 'STRING', false, 1, null, null, '[]'),
    (2, 1, 'PROBLEM_SECTION', 'Product line', 'SELECT', false, 2, E'Router\r\nSwitch\r\nFirewall\r\nWireless', null, '[]'),
    (3, 1, 'PROBLEM_SECTION', 'Affected ports', 'INTEGER', false, 3, null, null, '[]'),
    (4, 1, 'CONTACT_SECTION', 'On-site contact e-mail', 'EMAIL', false, 4, null, null, '[]'),
    (5, 2, 'PROBLEM_SECTION', 'Array serial number', 'STRING', false, 1, null, null, '[]'),
    (6, 2, 'PROBLEM_SECTION', 'Protocol', 'SELECT', false, 2, E'Fibre Channel\r\niSCSI\r\nNVMe/TCP\r\nNFS', null, '[]'),
    (7, 2, 'PROBLEM_SECTION', 'Failed drives', 'INTEGER', false, 3, null, null, '[]'),
    (8, 2, 'CONTACT_SECTION', 'Call-back number', 'PHONE', false, 4, null, null, '[]'),
    -- Delta: a form with required fields
    (9, 4, 'COMMON_CUSTOMER_SECTION', 'End customer', 'STRING', true, 1, null, 'not_numeric', '[]'),
    (10, 4, 'PROBLEM_SECTION', 'Server model', 'SELECT', true, 2, E'DC-100\r\nDC-200\r\nDC-800 GPU', null, '[]'),
    (11, 4, 'PROBLEM_SECTION', 'Component', 'TIERSELECT', true, 3, null, null,
     '[{"value":"Hardware","children":[{"value":"Memory","children":[]},{"value":"Power supply","children":[]},'
       '{"value":"Accelerator","children":[{"value":"GPU","children":[]},{"value":"Interconnect","children":[]}]}]},'
     '{"value":"Firmware","children":[{"value":"BIOS","children":[]},{"value":"Management controller","children":[]}]},'
     '{"value":"Other","children":[]}]'),
    (12, 4, 'PROBLEM_SECTION', 'Hosts affected', 'INTEGER', true, 4, null, null, '[]'),
    (13, 4, 'CONTACT_SECTION', 'Engineer''s e-mail', 'EMAIL', true, 5, null, null, '[]'),
    (14, 4, 'CONTACT_SECTION', 'Engineer''s phone', 'PHONE', false, 6, null, null, '[]'),
    (15, 5, 'PROBLEM_SECTION', 'Last good backup', 'STRING', false, 1, null, null, '[]'),
    (16, 5, 'PROBLEM_SECTION', 'Terabytes to restore', 'INTEGER', false, 2, null, null, '[]'),
    (17, 6, 'PROBLEM_SECTION', 'Database version', 'STRING', false, 1, null, null, '[]'),
    (18, 7, 'PROBLEM_SECTION', 'Room and rack', 'STRING', true, 1, null, 'not_numeric', '[]');

select setval(pg_get_serial_sequence('company', 'id'), (select max(id) from company)),
       setval(pg_get_serial_sequence('department', 'id'), (select max(id) from department)),
       setval(pg_get_serial_sequence('community', 'id'), (select max(id) from community)),
       setval(pg_get_serial_sequence('account', 'id'), (select max(id) from account)),
       setval(pg_get_serial_sequence('document', 'id'), (select max(id) from document)),
       setval(pg_get_serial_sequence('document_field', 'id'), (select max(id) from document_field));
