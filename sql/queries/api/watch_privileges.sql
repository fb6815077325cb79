-- watch_privileges: the privileges granted by collabctl migrate that have since been revoked; null: none. Names the first three.
with missing_privilege as (
    select role, object, privilege from privilege_granted except select role, object, privilege from privilege_held
)
select case when count(*) > 0 then
            (select string_agg(role || ' lacks ' || privilege || ' on ' || object, ', ') from (select * from missing_privilege order by 1, 2, 3 limit 3) first)
            || case when count(*) > 3 then ' and ' || count(*) - 3 || ' more' else '' end
       end as missing
  from missing_privilege
