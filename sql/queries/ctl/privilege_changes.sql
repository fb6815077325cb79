-- ctl_privilege_changes: what sql/roles.sql has granted and revoked, against arg.held: two lines at most, with the first five of each.
-- binds: arg.held
with before (role, object, privilege) as (select x ->> 0, x ->> 1, x ->> 2 from json_array_elements($1::json) x),
change (verb, text) as (
    select 'granted ', concat(privilege, ' on ', object, ' to ', role) from (select role, object, privilege from privilege_held except select * from before) granted
    union all
    select 'revoked ', concat(privilege, ' on ', object, ' from ', role) from (select * from before except select role, object, privilege from privilege_held) revoked
)
select verb || string_agg(text, ', ' order by text) filter (where n <= 5) || case when count(*) > 5 then ' and ' || count(*) - 5 || ' more' else '' end as said
  from (select *, row_number() over (partition by verb order by text) as n from change) numbered group by verb order by verb
