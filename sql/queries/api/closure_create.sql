-- closure_create: closes a request for its submitter, in any status but CLOSED.
-- binds: path.token, request.id, request.traceparent
-- outcomes: ok, unauthenticated, unknown, member-only, submitter-only, precondition-failed, closed
-- with: caller, member
, closing as (
    select $1 as token, company, {request.if_match} as if_match, {request.if_none_match} as if_none_match, $2 as request_id, $3 as traceparent from member
),
-- piece: closure, outbox_row, unchanged_request
select case when exists (select from changed_request)                      then 'ok'
            when not exists (select from caller)                           then 'unauthenticated'
            when not exists (select from unchanged_request)                then 'unknown'
            when not exists (select from member)                           then 'member-only'
            when (select submit_company <> company from unchanged_request) then 'submitter-only'
            when coalesce({request.if_match}, {request.if_none_match}) is null then 'closed'
            else (select case when fits and status = 'CLOSED' then 'closed' else 'precondition-failed' end from unchanged_request) end as outcome
-- then
-- with: caller, visible_request, record
select body, request_tag(id, updated_at, true) as etag from record
