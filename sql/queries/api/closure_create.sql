-- closure_create: the submitter closes the request, in whatever status it is.
-- binds: path.token, request.id, request.traceparent
-- outcomes: ok, unauthenticated, unknown, member-only, submitter-only, closed
-- with: caller, member
, changed_request as (    -- waits for another change of the request that is in progress, and checks the row that it leaves
    update request set status = 'CLOSED', feedback_requested = true, updated_at = clock_timestamp() from member
     where request.token = $1 and request.submit_company = member.company and request.status <> 'CLOSED'
    returning request.id, request.token, request.submit_company, request.receive_company
), event as (
    insert into event (type, request, request_token, submit_company, receive_company, request_id, traceparent)
    select 'closed', id, token, submit_company, receive_company, $2, $3 from changed_request returning id, type
),
-- piece: outbox_row, unchanged_request
select case when exists (select from changed_request)                      then 'ok'
            when not exists (select from caller)                           then 'unauthenticated'
            when not exists (select from unchanged_request)                then 'unknown'
            when not exists (select from member)                           then 'member-only'
            when (select submit_company <> company from unchanged_request) then 'submitter-only'
            else 'closed' end as outcome
-- then
-- with: caller, visible_request, record
select body from record
