-- information_request_create: the receiver asks the submitter for information: OPEN or INFORMATION becomes INFORMATION.
-- binds: path.token, body.requestedInformation
-- outcomes: ok, unauthenticated, unknown, receiver-only, closed, accepted, rejected
-- with: caller, engineer
, changed_request as (    -- waits for another change of the request that is in progress, and checks the row that it leaves
    update request set status = 'INFORMATION', information_answered = false, responded = true, updated_at = clock_timestamp()
      from caller
     where request.token = $1 and request.receive_company = caller.company and request.status in ('OPEN', 'INFORMATION')
    returning request.id, request.token, request.submit_company, request.receive_company
), new_response as (
    insert into response (request, type, company, author, engineer_name, engineer_phone, engineer_email, next_steps)
    select changed_request.id, 'INFORMATION_REQUEST', caller.company, caller.id, engineer.name, engineer.phone, engineer.email, $2
      from changed_request, caller, engineer returning id
),
-- piece: response_event, outbox_row, unchanged_request
-- piece: response_outcome
-- then
-- with: caller, visible_request, record
select body from record
