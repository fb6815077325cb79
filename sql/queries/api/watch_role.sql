-- watch_role: the role that the session runs as.
select current_user::text as role
