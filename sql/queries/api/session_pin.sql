-- session_pin: sets the session's settings, and returns those that have another value all the same. Every program runs it after each
-- login (mod_collab/store/pg_pins.c). Leaves out a setting that this version of PostgreSQL does not have. A name with a dot is that of an
-- extension, and need not be known yet.
-- binds: value.names, value.values, value.hows, value.limited
select pin.name, pin.value as wanted, session.value as found
  from unnest($1::text[], $2::text[], $3::text[]) pin (name, value, how)
 cross join lateral (
     select case when pin.how = 'check' then coalesce(current_setting(pin.name, true), pin.value)
                 when pin.name not like '%.%' and current_setting(pin.name, true) is null then pin.value
                 when pin.how = 'least' and current_setting(pin.name) = 'remote_apply' then pin.value
                 when pin.how = 'own' and (current_setting(pin.name) = pin.value or $4::boolean
                                           or pin.name not in (select name from pg_settings where source = 'client')) then pin.value
                 -- in the connection string, not in the environment: the program tells
                 when pin.how = 'limit' and $4::boolean and pin.name in (select name from pg_settings where source = 'client') then pin.value
                 else set_config(pin.name, pin.value, false) end as value
     offset 0) session
 where session.value is distinct from pin.value
