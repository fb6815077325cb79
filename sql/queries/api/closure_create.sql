-- closure_create: the submitter closes the request, in whatever state it is.
-- binds: path.token, request.id, request.traceparent
-- outcomes: ok, unauthenticated, unknown, submitter-only, closed
-- with: caller
-- piece: lock
-- then
-- with: caller, shown, judged
, changed as (
    update request r set status = 'CLOSED', feedback_requested = true, updated_at = clock_timestamp()
      from shown, caller where r.id = shown.id and caller.company = shown.submit_company and shown.status <> 'CLOSED'
    returning r.id, r.token, r.submit_company, r.receive_company
), event as (
    insert into event (type, request, request_token, submit_company, receive_company, request_id, traceparent)
    select 'closed', id, token, submit_company, receive_company, $2, $3 from changed
    returning id, type
),
-- piece: spread
select coalesce(judged.outcome, case when exists (select from changed) then 'ok'
                                     when (select shown.submit_company <> caller.company from shown, caller) then 'submitter-only'
                                     else 'closed' end) as outcome
  from judged
-- then
-- with: caller, shown, record
select body from record
