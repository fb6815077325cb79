-- watch_role: the session's role and server process.
select current_user::text as role, pg_backend_pid()::text as process
