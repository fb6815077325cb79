-- ctl_privilege_list: the rights of httpd's two roles, before sql/roles.sql runs, for ctl_privilege_changes.
select coalesce(json_agg(json_build_array(role, object, privilege)), '[]')::text as held from privilege_held
