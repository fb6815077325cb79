-- ctl_session: sets up collabctl's session for any role: schema collab, times in UTC. JIT is off: it costs more than it saves.
select set_config('search_path', 'collab', false), set_config('timezone', 'UTC', false),
       set_config('client_min_messages', 'warning', false), set_config('jit', 'off', false);
