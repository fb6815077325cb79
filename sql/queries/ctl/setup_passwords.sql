-- ctl_setup_passwords: sets the first passwords of httpd's roles. If either role has a password, another node uses it, so both passwords
-- stay unless the operator asks for new ones.
-- binds: arg.api_secret, arg.dispatch_secret, arg.new_passwords
select set_config('collab.api_secret', $1, true), set_config('collab.dispatch_secret', $2, true), set_config('collab.new_passwords', coalesce($3, ''), true)
-- then
do $$
begin
    if current_setting('collab.new_passwords') <> '' or not exists (select from pg_authid where rolname in ('collab_api', 'collab_dispatch') and rolpassword is not null) then
        execute format('alter role collab_api password %L', current_setting('collab.api_secret'));
        execute format('alter role collab_dispatch password %L', current_setting('collab.dispatch_secret'));
    end if;
end $$
