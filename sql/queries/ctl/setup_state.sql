-- ctl_setup_state: what `collabctl setup`, as a superuser, must know about the server.
select exists (select from pg_roles where rolname = 'collab_owner')::int as owner,
       (exists (select from pg_roles where rolname = 'collab_owner' and rolcreaterole and rolcanlogin)
        and exists (select from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles o on o.oid = m.member
                     where r.rolname = 'pg_read_all_stats' and o.rolname = 'collab_owner' and m.admin_option)
        and (current_setting('server_version_num')::int < 160000
             or not exists (select from pg_roles r where r.rolname in ('collab_api', 'collab_dispatch')
                               and not exists (select from pg_auth_members m join pg_roles o on o.oid = m.member
                                                where m.roleid = r.oid and o.rolname = 'collab_owner' and m.admin_option))))::int as rights,
       exists (select from pg_database where datname = 'collab')::int as database,
       (select pg_encoding_to_char(encoding) from pg_database where datname = 'collab') as encoding,
       (select pg_get_userbyid(datdba) from pg_database where datname = 'collab') as database_owner,
       (select rolsuper from pg_roles where rolname = current_user)::int as superuser,
       current_setting('server_version_num')::int as version,
       (select setting from pg_settings where name = 'autovacuum_naptime') as naptime,     -- in seconds
       current_setting('port') as port,
       split_part(current_setting('unix_socket_directories'), ',', 1) as socket,
       current_setting('hba_file', true) as hba_file, current_setting('ident_file', true) as ident_file,
       host(inet_client_addr()) as client
