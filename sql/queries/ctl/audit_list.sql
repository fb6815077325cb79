-- ctl_audit_list: the audit, newest row first.
-- binds: arg.before, arg.limit
-- with: audit_shown
select stamp(at) as at, who, what, company, "user", subscription, request, change, json, id as cursor
  from audit_shown where $1::text is null or id < $1::bigint order by id desc limit $2::int
