-- What the schema must be. `collabctl migrate` fills the table from sql/facts.tsv, which the build made of a new database. Watchers and
-- `collabctl doctor` compare it with the view `schema_held` (the piece `drift`), so an older node takes the list of the newest schema.
create table schema_fact (
    kind        text,
    name        text,
    fact        text not null,
    remake      text,           -- commands that make the object anew, for ctl_drift_list; null: none in this list
    primary key (kind, name)
);

-- The facts of the schema as it is. All versions of PostgreSQL print them alike: expressions are not among them. Partitions and
-- objects of extensions are left out. `remake` is for sql/facts.tsv alone: comparing does not compute it.
--
-- * A constraint is made not valid, then validated. It has its index ready before. So no table is locked while it is read.
-- * The constraint of a domain is not validated, which PostgreSQL refuses if a column is an array of the domain.
-- * A slash and an asterisk stand for the two dashes of a migration's lines `then` and `slow`: the view's own text is in the list, too.
-- * ctl_drift_list has the commands that need no more than a name, and makes an index of a partitioned table for all partitions.
create view schema_held (kind, name, fact, remake) as
    with relation as (
        select oid, relname::text as name, format('collab.%I', relname) as id, relkind, relpersistence, relrowsecurity
          from pg_class where relnamespace = 'collab'::regnamespace and not relispartition and relkind in ('r', 'p', 'v', 'S')
    ), of_table as (
        select t.id as table_id, t.name || '.' || a.attname as name, quote_ident(a.attname) as id, a.attnotnull, a.attidentity, a.attgenerated, a.atthasdef,
               replace(format_type(a.atttypid, a.atttypmod), 'collab.', '') as type, a.attrelid, a.attnum
          from relation t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped where t.relkind in ('r', 'p')
    ), index_of as (
        select x.indexrelid as oid, i.relname as name, x.indrelid, x.indisvalid and x.indisready and x.indislive as works, format('collab.%I', i.relname) as id,
               concat_ws(', ', m.amname || ' (' || (
                   select string_agg(concat(coalesce(a.attname, '(expression)'), case when k.n > x.indnkeyatts then ' included' end,
                                            case when not o.opcdefault then ' ' || o.opcname end,
                                            case when x.indcollation[k.n - 1] <> a.attcollation then ' collate ' || c.collname end,
                                            case x.indoption[k.n - 1] when 1 then ' desc nulls last' when 2 then ' nulls first' when 3 then ' desc' end), ', ' order by k.n)
                     from unnest(x.indkey::int2[]) with ordinality k (attnum, n)
                     left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum and k.attnum > 0
                     left join pg_opclass o on o.oid = x.indclass[k.n - 1] left join pg_collation c on c.oid = x.indcollation[k.n - 1]) || ')',
                   case when x.indisunique then 'unique' end, case when x.indpred is not null then 'partial' end) as fact
          from relation r join pg_index x on x.indrelid = r.oid join pg_class i on i.oid = x.indexrelid join pg_am m on m.oid = i.relam
    ), constraint_of as (
        select c.oid, c.conrelid, c.conname, c.contype, c.conkey, c.confrelid, c.confkey, c.confupdtype, c.confdeltype, c.confmatchtype, c.condeferrable,
               c.condeferred, c.conindid, c.convalidated, t.name as of_name, t.id as of_id, case t.relkind when 'p' then 'partitioned' when 'd' then 'domain' else 'table' end as of_kind
          from (select oid, name, id, relkind::text from relation
                union all select oid, typname::text, format('collab.%I', typname), 'd' from pg_type where typtype = 'd' and typnamespace = 'collab'::regnamespace) t
          join pg_constraint c on t.oid = case t.relkind when 'd' then c.contypid else c.conrelid end and c.contype in ('c', 'f', 'p', 'u', 'x')
    ), constraint_made as (
        select c.*, format('alter %s %s', case of_kind when 'domain' then 'domain' else 'table' end, of_id) as alters,
               regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '') as definition
          from constraint_of c
    )
    select 'version', 'schema', max(version)::text, null from collab.schema_migration
    union all
    select 'table', name, concat_ws(', ', case relkind when 'p' then 'partitioned' else 'plain' end, case when relpersistence <> 'p' then 'not logged' end,
                                    case when relrowsecurity then 'row security' end), null
      from relation where relkind in ('r', 'p')
    union all
    select 'column', name, type, null from of_table
    union all
    select 'null', name, case when attnotnull then 'not null' else 'null' end, null from of_table
    union all
    select 'default', name, case when attidentity = 'a' then 'an identity always' when attidentity = 'd' then 'an identity by default' when attgenerated <> '' then 'a generated value'
                                 when atthasdef then 'a default' else 'no default' end,
           case when attidentity <> '' then format(E'alter table %1$s alter column %2$s drop default;\nalter table %1$s alter column %2$s add generated %3$s as identity',
                                                   table_id, id, case attidentity when 'a' then 'always' else 'by default' end)
                when attgenerated <> '' then null
                when atthasdef then format('alter table %s alter column %s set default %s', table_id, id,
                                           (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = attrelid and d.adnum = attnum)) end
      from of_table
    union all
    select 'index', t.name || '.' || i.name, concat_ws(', ', i.fact, case when not i.works then 'invalid' end),
           format(E'/* slow: waits for transactions */\ndrop index concurrently if exists %s\n/* then */\n/* slow: reads the table */\n%s', i.id,
                  regexp_replace(pg_get_indexdef(i.oid), '^CREATE (UNIQUE )?INDEX (?!.* ON ONLY )', 'CREATE \1INDEX CONCURRENTLY '))
      from relation t join index_of i on i.indrelid = t.oid
     where not exists (select from pg_constraint c where c.conindid = i.oid and c.conrelid = t.oid and c.contype in ('p', 'u', 'x'))
    union all
    select 'constraint', of_name || '.' || conname,
           concat_ws(', ', case contype when 'c' then 'check' when 'f' then 'foreign key' when 'p' then 'primary key' when 'u' then 'unique' else 'exclude' end
                           || (select ' (' || string_agg(a.attname, ', ' order by k.n) || ')' from unnest(conkey) with ordinality k (attnum, n)
                                 join pg_attribute a on a.attrelid = conrelid and a.attnum = k.attnum),
                     (select 'to ' || replace(confrelid::regclass::text, 'collab.', '') || ' (' || string_agg(a.attname, ', ' order by k.n) || ')' from unnest(confkey) with ordinality k (attnum, n)
                        join pg_attribute a on a.attrelid = confrelid and a.attnum = k.attnum),
                     case when contype = 'f' then format('on update %s on delete %s match %s', confupdtype, confdeltype, confmatchtype) end,
                     case when condeferrable then 'deferrable' end, case when condeferred then 'deferred' end,
                     case when contype in ('p', 'u') and not (select works from index_of i where i.oid = conindid) then 'its index is invalid' end,
                     case when contype = 'f' and exists (select from pg_trigger g where g.tgconstraint = c.oid and g.tgenabled <> 'O') then 'disabled' end),
           case when contype in ('p', 'u') and of_kind = 'table'
                then format(E'%1$s drop constraint if exists %2$I\n/* then */\n/* slow: waits for transactions */\ndrop index concurrently if exists %3$s'
                            '\n/* then */\n/* slow: reads the table */\n%4$s\n/* then */\n%1$s add constraint %2$I %5$s using index %6$I%7$s', alters, conname,
                            (select i.id from index_of i where i.oid = conindid),
                            regexp_replace(pg_get_indexdef(conindid), '^CREATE UNIQUE INDEX ', 'CREATE UNIQUE INDEX CONCURRENTLY '),
                            case contype when 'p' then 'primary key' else 'unique' end, (select i.name from index_of i where i.oid = conindid),
                            case when condeferred then ' deferrable initially deferred' when condeferrable then ' deferrable' end)
                when contype in ('c', 'f')
                then concat(format(E'%1$s drop constraint if exists %2$I;\n%1$s add constraint %2$I %3$s not valid', alters, conname, definition),
                            case when convalidated and of_kind <> 'domain' then format(E'\n/* then */\n/* slow: reads the table */\n%s validate constraint %I', alters, conname) end)
                else format(E'/* slow: reads the table */\n%1$s drop constraint if exists %2$I;\n%1$s add constraint %2$I %3$s', alters, conname, definition) end
      from constraint_made c
    union all
    select 'validated', of_name || '.' || conname, 'yes', null from constraint_of where convalidated and contype in ('c', 'f') and of_kind <> 'domain'
    union all
    select 'trigger', t.name || '.' || g.tgname,
           concat_ws(' ', case when g.tgtype & 2 > 0 then 'before' when g.tgtype & 64 > 0 then 'instead of' else 'after' end,
                     concat_ws(' or ', case when g.tgtype & 4 > 0 then 'insert' end, case when g.tgtype & 8 > 0 then 'delete' end,
                               case when g.tgtype & 16 > 0 then 'update' || coalesce((
                                   select ' of ' || string_agg(a.attname, ', ' order by k.n) from unnest(g.tgattr::int2[]) with ordinality k (attnum, n)
                                     join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum), '') end,
                               case when g.tgtype & 32 > 0 then 'truncate' end),
                     case when g.tgtype & 1 > 0 then 'each row' else 'each statement' end, case when g.tgqual is not null then 'with a condition' end,
                     case when g.tgdeferrable then 'deferrable' end, 'runs ' || p.proname,
                     case g.tgenabled when 'D' then 'disabled' when 'R' then 'on replicas only' when 'A' then 'on replicas, too' end),
           format(E'drop trigger if exists %I on %s;\n%s', g.tgname, t.id, pg_get_triggerdef(g.oid))
      from relation t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal join pg_proc p on p.oid = g.tgfoid
    union all
    select 'function', concat(p.proname, '(', replace(oidvectortypes(p.proargtypes), 'collab.', ''), ')'),
           concat_ws(', ', 'returns ' || case when p.proretset then 'rows of ' else '' end || replace(format_type(p.prorettype, null), 'collab.', ''), l.lanname,
                     case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end, 'parallel ' || p.proparallel::text,
                     case when p.proisstrict then 'strict' end, case when p.prosecdef then 'security definer' end,
                     case when 0 = any (array(select a.grantee from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a)) then 'public' end,
                     'set ' || array_to_string(p.proconfig, ' '),
                     case when p.prosqlbody is null then 'source ' || left(encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'), 24)
                          else 'expression of ' || coalesce((
                                   select string_agg(distinct x.name, ' ' order by x.name) from pg_depend d
                                    cross join lateral (select relname::text collate "C" from pg_class where d.refclassid = 'pg_class'::regclass and oid = d.refobjid
                                                        union all select proname::text from pg_proc where d.refclassid = 'pg_proc'::regclass and oid = d.refobjid) x (name)
                                    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'n'), 'constants') end),
           concat(case when p.proconfig::text like '%pg_trgm.%' then E'select show_limit();\n' end,      -- loads pg_trgm, which knows the settings
                  rtrim(pg_get_functiondef(p.oid), E'\n'), E';\n',
                  case when 0 = any (array(select a.grantee from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a)) then 'grant execute' else 'revoke all' end,
                  ' on function ', p.oid::regprocedure,
                  case when 0 = any (array(select a.grantee from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a)) then ' to public' else ' from public' end)
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'collab'::regnamespace and p.prokind in ('f', 'p')
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select 'view', name, (select string_agg(a.attname || ' ' || replace(format_type(a.atttypid, a.atttypmod), 'collab.', ''), ', ' order by a.attnum)
                            from pg_attribute a where a.attrelid = oid and a.attnum > 0), format(E'create or replace view %s as\n%s', id, pg_get_viewdef(oid))
      from relation where relkind = 'v'
    union all
    select 'sequence', name, format('%s, by %s, cache %s%s', format_type(s.seqtypid, null), s.seqincrement, s.seqcache, case when s.seqcycle then ', cycle' end), null
      from relation join pg_sequence s on s.seqrelid = oid
    union all
    select 'type', t.typname::text,
           case t.typtype when 'd' then concat_ws(', ', format_type(t.typbasetype, t.typtypmod), case when t.typnotnull then 'not null' end)
                          when 'e' then (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
                          else (select string_agg(a.attname || ' ' || replace(format_type(a.atttypid, a.atttypmod), 'collab.', ''), ', ' order by a.attnum)
                                  from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) end, null
      from pg_type t
     where t.typnamespace = 'collab'::regnamespace
       and (t.typtype in ('d', 'e') or t.typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
       and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e');
