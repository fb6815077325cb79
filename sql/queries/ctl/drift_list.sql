-- ctl_drift_list: the drift of the schema, in the order in which it is repaired, with the commands (`remake`, in the form of a migration);
-- null: there are none, because the object's rows are gone. An index of a partitioned table is first made on each partition; then it takes these over.
with
-- piece: drift
, listed as (
    select kind, name, fact, is_now, said, case when kind in ('view', 'function') then remake
                                        else replace(regexp_replace(remake, '/\* slow: ([a-z ]+) \*/', '-- slow: \1', 'g'), '/* then */', '-- then') end as remake
      from drift
)
select said,
       case when kind = 'null' and fact = 'null' or kind = 'default' and fact = 'no default'
            then format('alter table collab.%I alter column %I drop %s', split_part(name, '.', 1), split_part(name, '.', 2), case kind when 'null' then 'not null' else kind end)
            when kind = 'null'          -- a valid check saves reading the table under a lock
            then format(E'alter table collab.%1$I drop constraint if exists repair_not_null;\nalter table collab.%1$I add constraint repair_not_null check (%2$I is not null) not valid'
                        '\n-- then\n-- slow: reads the table\nalter table collab.%1$I validate constraint repair_not_null'
                        '\n-- then\nalter table collab.%1$I alter column %2$I set not null;\nalter table collab.%1$I drop constraint repair_not_null',
                        split_part(name, '.', 1), split_part(name, '.', 2))
            when kind = 'validated'
            then format(E'-- slow: reads the table\nalter table collab.%I validate constraint %I', split_part(name, '.', 1), split_part(name, '.', 2))
            when kind = 'index' and remake like '% ON ONLY %'
            then coalesce((select string_agg(format(E'-- slow: waits for transactions\ndrop index concurrently if exists %1$I\n-- then\n-- slow: reads the partition\n%2$s\n-- then\n',
                                           left(p.relname || '_' || split_part(name, '.', 2), 63),
                                           regexp_replace(substring(remake from 'CREATE .*'), 'INDEX \S+ ON ONLY \S+',
                                                          format('INDEX CONCURRENTLY %I ON collab.%I', left(p.relname || '_' || split_part(name, '.', 2), 63), p.relname))),
                                    '' order by p.relname)
                    from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = to_regclass('collab.' || split_part(name, '.', 1))), '')
                 || replace(regexp_replace(remake, 'drop index concurrently', 'drop index'), ' ON ONLY ', ' ON ')
            when kind = 'table' and is_now = fact || ', row security'
            then format('alter table collab.%I disable row level security', name)
            else remake end as remake,
       (is_now is not null)::int as there
  from listed
 order by array_position(array['type', 'function', 'default', 'null', 'constraint', 'index', 'validated', 'view', 'trigger'], kind),
          case when kind = 'constraint' and fact like 'foreign key%' then 1 else 0 end, name
