-- approval_create: approves a request for its receiver: OPEN or INFORMATION becomes ACCEPTED.
-- binds: path.token, body.caseNumber, body.nextSteps
-- outcomes: ok, unauthenticated, unknown, member-only, receiver-only, precondition-failed, closed, accepted, rejected
-- with: caller, member, engineer
, changed_request as (    -- waits for a concurrent change of the request, and checks the resulting row
    update request
       set status = 'ACCEPTED', responded = true, updated_at = clock_timestamp(), receiver_case_number = $2,
           receiver_contact = contact(engineer.name, engineer.email, engineer.phone), receiver_responses = receiver_responses + 1,
           receiver_size = receiver_size + response_size($2, engineer.name, engineer.phone, engineer.email, coalesce($3, ''))
      from member, engineer
     where request.token = $1 and request.receive_company = member.company and request.status in ('OPEN', 'INFORMATION')
       and request_fits({request.if_match}, {request.if_none_match}, request.id, request.updated_at, false)
    returning request.id, request.token, request.submit_company, request.receive_company
), new_response as (
    insert into response (request, type, company, author, case_number, engineer_name, engineer_phone, engineer_email, next_steps)
    select changed_request.id, 'APPROVAL', caller.company, caller.id, $2, engineer.name, engineer.phone, engineer.email, coalesce($3, '')
      from changed_request, caller, engineer returning id
),
-- piece: response_event, outbox_row, unchanged_request
-- piece: response_outcome
-- then
-- with: caller, visible_request, record
select body, request_tag(id, updated_at, false) as etag from record
