-- information_response_create: the submitter answers an information request. The receiver must still decide.
-- binds: path.token, body.requestedInformation
-- outcomes: ok, unauthenticated, unknown, submitter-only, closed, accepted, rejected, not-asked
-- with: caller
, changed_request as (    -- waits for another change of the request that is in progress, and checks the row that it leaves
    update request set information_answered = true, updated_at = clock_timestamp() from caller
     where request.token = $1 and request.submit_company = caller.company and request.status = 'INFORMATION'
    returning request.id, request.token, request.submit_company, request.receive_company
), new_response as (
    insert into response (request, type, company, author, next_steps)
    select changed_request.id, 'INFORMATION_RESPONSE', caller.company, caller.id, $2 from changed_request, caller
    returning id
),
-- piece: response_event, outbox_row, unchanged_request
select case when exists (select from changed_request)                              then 'ok'
            when not exists (select from caller)                                   then 'unauthenticated'
            when not exists (select from unchanged_request)                        then 'unknown'
            when (select submit_company <> company from unchanged_request)         then 'submitter-only'
            when (select status in ('OPEN', 'INFORMATION') from unchanged_request) then 'not-asked'      -- INFORMATION: asked since the update
            else (select lower(status) from unchanged_request) end as outcome
-- then
-- with: caller, visible_request, record
select body from record
