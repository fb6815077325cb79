-- ctl_setup_autovacuum: makes autovacuum check the tables every 5 s. The setting takes effect when the server reloads its configuration.
alter system set autovacuum_naptime = '5s'
