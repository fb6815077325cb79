-- ctl_principal_list: service principals, of one company or of all.
-- binds: arg.company
select a.id, a.first_name as name, a.email, c.domain as company, a.issuer, a.subject as oid, a.role,
       case when a.active then 'yes' else 'no' end as active,
       json_build_object('id', a.id, 'name', a.first_name, 'email', a.email, 'companyId', c.id, 'companyName', c.name, 'issuer', a.issuer,
                         'oid', a.subject, 'role', a.role, 'active', a.active, 'createdAt', stamp(a.created_at)) as json
  from account a join company c on c.id = a.company
 where a.kind = 'principal' and ($1::text is null or c.id::text = $1 or c.domain = lower($1)) order by a.id;
