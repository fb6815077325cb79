-- exchange_changed: the rows of `target` (n, noun, id, company_id, name, before, after) that differ from what is there: `old` and `new` are
-- the members that change, without a password's hash. Of a new object, `before` is null. Adds their audit rows, as the single commands do;
-- `made` has each one's company, its account, and what names it. The fields and the contact of a form stay out of the audit.
changed as materialized (
    select x.n, x.noun, x.id, x.company_id, x.name, x.before, x.after,
           x.old - 'passwordHash' as old,
           x.new - 'passwordHash' || case when x.new ? 'passwordHash' then jsonb_build_object('password', case when x.after -> 'passwordHash' = 'null' then 'removed' else 'set' end) else '{}' end as new
      from (select t.*, (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(t.before) where t.after -> key is distinct from value) as old,
                   case when t.before is null then jsonb_strip_nulls(t.after)
                        else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(t.after) where t.before -> key is distinct from value) end as new
              from target t where t.before is distinct from t.after) x
), audited as (
    insert into audit (what, by_system_user, by_sudo_user, by_host, company, account, before, after)
    select noun || case when before is null then ' add' when new = '{"active": true}' then ' enable' when new = '{"active": false}' then ' disable' else ' set' end,
           {arg.audit_system_user}, {arg.audit_sudo_user}, {arg.audit_host}, made.company, made.account, nullif(old - '{contact,fields}'::text[], '{}'), new - '{contact,fields}'::text[] || coalesce(made.named, '{}')
      from changed join made using (n) order by n
)
