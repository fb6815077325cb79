-- watch_server: settings of PostgreSQL with which it may lose or miss rows, in words; null: none.
select nullif(concat_ws('; ',
           case when current_setting('fsync') = 'off' then 'fsync is off: a crash of PostgreSQL''s machine may destroy the database' end,
           case when current_setting('full_page_writes') = 'off' then 'full_page_writes is off: a crash of PostgreSQL''s machine may destroy the database' end,
           case when d.datcollversion is distinct from pg_database_collation_actual_version(d.oid)
                then 'the order of texts has changed since version ' || d.datcollversion || ': lookups may miss rows until the database is reindexed' end), '') as faults
  from pg_database d where d.datname = current_database()
