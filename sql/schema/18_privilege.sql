-- privilege: the privileges of httpd's two roles, as they are now and as sql/roles.sql left them.

-- The current rights of the two roles: their own privileges and those of PUBLIC, ownership, memberships in other roles, and role
-- attributes that apply to the whole server. The view lists neither the right to execute functions, which PUBLIC has by
-- default, nor pg_read_all_stats, which may be granted by hand.
create view privilege_held (role, object, privilege) as
    with watched_role (oid, name) as (
        select oid, rolname::text from pg_roles where rolname in ('collab_api', 'collab_dispatch') union all select 0, 'PUBLIC'
    ), relation as (
        select oid, relname, relacl, relowner from pg_class where relnamespace = 'collab'::regnamespace and not relispartition
    ), acl (object, items) as (     -- without the owner's own privileges, which ownership implies
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

-- The rights of the two roles when sql/roles.sql last ran. A privilege that is only in this table has been revoked since. A privilege
-- that is only in privilege_held has been granted since.
create table privilege_granted (
    role        text not null,
    object      text not null,
    privilege   text not null,
    primary key (role, object, privilege)
);
