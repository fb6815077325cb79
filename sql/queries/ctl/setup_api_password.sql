-- ctl_setup_api_password: sets the password of the workers' role on a local server, for collabctl setup --api-password
-- binds: arg.api_secret
select set_config('collab.api_secret', $1, true)
-- then
do $$
begin
    execute format('alter role collab_api password %L', current_setting('collab.api_secret'));
end $$
