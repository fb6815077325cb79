-- ctl_held_missing: how to make the view `schema_held` anew, if it is missing. Without it nothing else of the schema can be compared.
select 'view schema_held is missing' as said, remake, 0 as there
  from schema_fact
 where kind = 'view' and name = 'schema_held' and to_regclass('collab.schema_held') is null
