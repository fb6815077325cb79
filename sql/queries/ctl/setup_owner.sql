-- ctl_setup_owner: makes the owner of the exchange's database, or gives it the rights that it lacks. It creates the two other roles, and
-- lets the dispatcher see other sessions, for the alarm that names long transactions.
-- binds: arg.secret
select set_config('collab.secret', coalesce($1, ''), true)
-- then
do $$
declare
    secret text := nullif(current_setting('collab.secret'), '');
begin
    if not exists (select from pg_roles where rolname = 'collab_owner') then
        create role collab_owner;
        if secret is not null then execute format('alter role collab_owner password %L', secret); end if;
    end if;
    alter role collab_owner login createrole;
    grant pg_read_all_stats to collab_owner with admin option;
end $$
