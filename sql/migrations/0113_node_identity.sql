-- A node is an installation with an id and a number for each start (process/installation.h), not a host name and a process id, which two
-- containers may share. Nodes of 0.1.0 know their rows by these two, and leave the new columns null.
lock table node in access exclusive mode;
alter table node add column id text, add column start bigint, add column older int not null default 0, add column place text,
                 add column remark text, add column of_table oid;
alter table node add constraint node_id_key unique (id), add constraint node_start_check check ((start is null) = (id is null));
comment on column node.name is 'of the machine; of the second of two nodes with one name and process, with a slash and its id';
comment on column node.id is 'of the installation, 12 hexadecimal digits; null: a node of 0.1.0';
comment on column node.start is 'the number of its start; a later one has replaced it';
comment on column node.older is 'reports of an earlier start since this one began: two nodes have this id';
comment on column node.place is 'where `process` is a process: boot and PID namespace';
comment on column node.remark is 'what is wrong with its identity, for collabctl doctor; null: nothing';
comment on column node.of_table is 'the oid of this table when the row was written: a row from a dump has another, and does not count';
