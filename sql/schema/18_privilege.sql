-- privilege: what the two roles may do, as it is and as sql/roles.sql has left it.

-- The privileges of the two roles as they are.
create view privilege_held (role, object, privilege) as
    select a.grantee::regrole::text, c.relname::text, a.privilege_type
      from pg_class c, aclexplode(c.relacl) a
     where c.relnamespace = 'collab'::regnamespace and not c.relispartition and a.grantee <> 0
    union
    select a.grantee::regrole::text, c.relname || '.' || t.attname, a.privilege_type
      from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
     where c.relnamespace = 'collab'::regnamespace and a.grantee <> 0
    union
    select a.grantee::regrole::text, p.proname || '()', a.privilege_type
      from pg_proc p, aclexplode(p.proacl) a
     where p.pronamespace = 'collab'::regnamespace and a.grantee <> 0
    union
    select a.grantee::regrole::text, 'schema ' || n.nspname, a.privilege_type
      from pg_namespace n, aclexplode(n.nspacl) a
     where n.nspname = 'collab' and a.grantee <> 0;

-- As sql/roles.sql has left them. What is here and not there, somebody has revoked.
create table privilege_granted (
    role        text not null,
    object      text not null,
    privilege   text not null,
    primary key (role, object, privilege)
);
