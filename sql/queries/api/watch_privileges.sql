-- watch_privileges: compares the privileges with those that collabctl migrate granted. `missing` names the first three that have been
-- revoked since, and `excess` the first three that have been added; null: none.
with difference (kind, text) as (
    select 'missing', role || ' lacks ' || privilege || ' on ' || object
      from (select role, object, privilege from privilege_granted except select role, object, privilege from privilege_held) missing
    union all
    select 'excess', role || ' has ' || privilege || ' on ' || object
      from (select role, object, privilege from privilege_held except select role, object, privilege from privilege_granted) excess
), named (kind, text) as (
    select kind, string_agg(text, ', ' order by text) filter (where place <= 3) || case when count(*) > 3 then ' and ' || count(*) - 3 || ' more' else '' end
      from (select *, row_number() over (partition by kind order by text) as place from difference) numbered
     group by kind
)
select (select text from named where kind = 'missing') as missing, (select text from named where kind = 'excess') as excess
