-- ctl_setup_owner: creates the owner of the exchange's database, or grants it the rights that it lacks. The owner will create the two
-- other roles, and let the dispatcher see other sessions for the alarm about long transactions. In PostgreSQL 16 and later, a change of
-- those roles requires the ADMIN option on them, which the owner lacks after an upgrade from an older PostgreSQL.
-- binds: arg.secret, arg.new_passwords
select set_config('collab.secret', coalesce($1, ''), true), set_config('collab.new_passwords', coalesce($2, ''), true)
-- then
do $$
declare
    secret text := nullif(current_setting('collab.secret'), '');
    wanted boolean := current_setting('collab.new_passwords') <> '' or not exists (select from pg_roles where rolname = 'collab_owner');
begin
    if not exists (select from pg_roles where rolname = 'collab_owner') then create role collab_owner; end if;
    if wanted and secret is not null then execute format('alter role collab_owner password %L', secret); end if;
    alter role collab_owner login createrole;
    grant pg_read_all_stats to collab_owner with admin option;
    if current_setting('server_version_num')::int >= 160000 and exists (select from pg_roles where rolname = 'collab_api') then
        execute 'grant collab_api, collab_dispatch to collab_owner with admin true, inherit false, set false';
    end if;
end $$
