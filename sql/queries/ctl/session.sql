-- ctl_session: collabctl works in the schema collab, whoever it connects as; its tables show times in UTC. Compiling its statements takes longer than they do.
select set_config('search_path', 'collab', false), set_config('timezone', 'UTC', false),
       set_config('client_min_messages', 'warning', false), set_config('jit', 'off', false);
