-- ctl_user_list: users of one company or of all. It shows whether a password is set, but no hash.
-- binds: arg.company
select a.id, a.username, nullif(concat_ws(' ', a.first_name, a.last_name), '') as name, a.email, c.domain as company, a.role,
       case when a.active then 'yes' else 'no' end as active, case when a.password_hash is null then 'no' else 'yes' end as password,
       json_build_object('user', a.rendered::json, 'companyId', c.id, 'companyName', c.name, 'role', a.role, 'active', a.active,
                         'password', a.password_hash is not null, 'issuer', a.issuer, 'subject', a.subject, 'createdAt', stamp(a.created_at)) as json
  from account a join company c on c.id = a.company
 where a.kind = 'user' and ($1::text is null or c.id::text = $1 or c.domain = lower($1)) order by a.id;
