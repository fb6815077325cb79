-- ctl_setup_autovacuum: has autovacuum look at the tables every five seconds. The server reads the setting when it reloads its configuration.
alter system set autovacuum_naptime = '5s'
