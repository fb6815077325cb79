-- ctl_audit_follow: the audit rows since arg.since, or else since this session began, oldest first. A row may commit later than one with
-- a greater id. So each call after the first also returns the rows of the last ten minutes; `seen` marks the rows that the caller
-- names in arg.seen.
-- binds: arg.since, arg.seen
-- with: audit_shown
select id, id = any ($2::bigint[]) as seen, json,
       concat_ws('  ', stamp(at), who, what, company, "user", 'subscription ' || subscription, 'request ' || request, change) as line
  from audit_shown
 where at >= coalesce($1::timestamptz, (select backend_start from pg_stat_activity where pid = pg_backend_pid()))
   and ($2::text is null or at >= clock_timestamp() - interval '10 minutes')
 order by id
