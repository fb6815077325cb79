-- request_get: one request in full.
-- binds: path.token, query.includeRemovedNotes
-- outcomes: ok, unauthenticated, unknown
-- with: caller
, shown as (
    select request.*, coalesce($2::boolean, false) as with_removed
      from request, caller
     where request.token = $1 and caller.company in (request.submit_company, request.receive_company)
),
-- piece: record
select case when not exists (select from caller) then 'unauthenticated'
            when answer.body is null             then 'unknown'
            else 'ok' end as outcome, answer.body
  from (select (select body from record) as body offset 0) answer      -- offset 0: the record is made once, not for each mention
