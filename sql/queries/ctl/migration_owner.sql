-- ctl_migration_owner: refuses a login that is not the role to which the exchange's tables belong. A superuser could migrate, too. But what
-- the migrations make would belong to it, also functions that run with their owner's rights, and the owner could not migrate any more.
select case when c.relowner <> u.oid then format('the tables of the exchange belong to the role %1$s, and this is a login of %2$s, which would own what is made '
                                                 'now: log in as %1$s, or restore the database with its owners', c.relowner::regrole, u.oid::regrole) end as refusal
  from pg_class c, pg_roles u where c.oid = to_regclass('collab.schema_migration') and u.rolname = current_user
