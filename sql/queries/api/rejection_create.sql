-- rejection_create: rejects a request for its receiver: OPEN or INFORMATION becomes REJECTED.
-- binds: path.token, body.reason
-- outcomes: ok, unauthenticated, unknown, member-only, receiver-only, precondition-failed, closed, accepted, rejected
-- with: caller, member, engineer
, changed_request as (    -- waits for a concurrent change of the request, and checks the resulting row
    update request
       set status = 'REJECTED', responded = true, updated_at = clock_timestamp(), receiver_responses = receiver_responses + 1,
           receiver_size = receiver_size + response_size(null, engineer.name, engineer.phone, engineer.email, $2)
      from member, engineer
     where request.token = $1 and request.receive_company = member.company and request.status in ('OPEN', 'INFORMATION')
       and request_fits({request.if_match}, {request.if_none_match}, request.id, request.updated_at, false)
    returning request.id, request.token, request.submit_company, request.receive_company
), new_response as (
    insert into response (request, type, company, author, engineer_name, engineer_phone, engineer_email, next_steps)
    select changed_request.id, 'REJECTION', caller.company, caller.id, engineer.name, engineer.phone, engineer.email, $2
      from changed_request, caller, engineer returning id
),
-- piece: response_event, outbox_row, unchanged_request
-- piece: response_outcome
-- then
-- with: caller, visible_request, record
select body, request_tag(id, updated_at, false) as etag from record
