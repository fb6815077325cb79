-- privilege: what the two roles of httpd may do, as it is and as sql/roles.sql has left it.

-- What the two roles have: privileges of their own and those of everybody (PUBLIC), ownership, membership in other roles, and attributes
-- of the role that give rights to the whole server. Everybody may
-- execute a function by default, and pg_read_all_stats may be granted by hand, so neither is listed.
create view privilege_held (role, object, privilege) as
    with watched_role (oid, name) as (
        select oid, rolname::text from pg_roles where rolname in ('collab_api', 'collab_dispatch') union all select 0, 'PUBLIC'
    ), relation as (
        select oid, relname, relacl, relowner from pg_class where relnamespace = 'collab'::regnamespace and not relispartition
    ), acl (object, items) as (     -- an owner's own privileges say no more than the ownership
        select relname::text, array(select item from unnest(relacl) item where item::text not like quote_ident(relowner::regrole::text) || '=%') from relation
        union all
        select relation.relname || '.' || a.attname, a.attacl from relation join pg_attribute a on a.attrelid = relation.oid
        union all select 'schema ' || nspname, nspacl from pg_namespace where nspname = 'collab'
        union all
        select proname || '()', array(select item from unnest(proacl) item where item::text not like '=%')
          from pg_proc where pronamespace = 'collab'::regnamespace
    )
    select watched_role.name, acl.object, item.privilege_type
      from acl, aclexplode(nullif(acl.items, '{}')) item join watched_role on watched_role.oid = item.grantee
    union
    select watched_role.name, relation.relname, 'OWNERSHIP' from relation join watched_role on watched_role.oid = relation.relowner
    union
    select watched_role.name, 'role ' || other.rolname, 'MEMBERSHIP'
      from pg_auth_members m join watched_role on watched_role.oid = m.member join pg_roles other on other.oid = m.roleid
     where other.rolname <> 'pg_read_all_stats'
    union
    select rolname, 'the server', attribute
      from pg_roles, unnest(array[case when rolsuper then 'SUPERUSER' end, case when rolcreaterole then 'CREATEROLE' end,
                                  case when rolcreatedb then 'CREATEDB' end, case when rolreplication then 'REPLICATION' end,
                                  case when rolbypassrls then 'BYPASSRLS' end]) attribute
     where rolname in ('collab_api', 'collab_dispatch') and attribute is not null;

-- The same as sql/roles.sql has left it. Somebody has revoked what is missing there now, and granted what is there beside it.
create table privilege_granted (
    role        text not null,
    object      text not null,
    privilege   text not null,
    primary key (role, object, privilege)
);
