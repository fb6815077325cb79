-- ctl_setup_database: creates the database, in UTF-8 and with a collation that is the same on every machine.
create database collab owner collab_owner template template0 encoding 'UTF8' locale 'C.UTF-8'
