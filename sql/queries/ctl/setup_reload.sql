-- ctl_setup_reload: makes PostgreSQL read pg_hba.conf and pg_ident.conf again.
select pg_reload_conf()
