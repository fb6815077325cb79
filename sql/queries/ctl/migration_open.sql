-- ctl_migration_open: opens the transaction of a migration or of roles.sql.
set local search_path = collab;
