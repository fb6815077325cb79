-- session_pin: sets the session's settings, and returns those that have another value all the same. Every program runs it after each
-- login (mod_collab/store/pg_pins.c).
-- binds: value.names, value.values
select name from unnest($1::text[], $2::text[]) pin (name, value) where set_config(name, value, false) is distinct from value
