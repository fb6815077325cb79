-- watch_role: the session's role.
select current_user::text as role
