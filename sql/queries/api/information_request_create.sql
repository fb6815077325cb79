-- information_request_create: on the receiver's behalf, asks the submitter for information: OPEN or INFORMATION becomes INFORMATION.
-- binds: path.token, body.requestedInformation, config.request_responses, config.request_size
-- outcomes: ok, unauthenticated, unknown, member-only, receiver-only, precondition-failed, closed, accepted, rejected, response-limit, size-limit
-- with: caller, member, engineer
, given as materialized (select response_size(null, name, phone, email, $2) as size from engineer)
, changed_request as (    -- waits for a concurrent change of the request, and checks the resulting row
    update request
       set status = 'INFORMATION', information_answered = false, responded = true, updated_at = clock_timestamp(),
           receiver_responses = receiver_responses + 1, receiver_size = receiver_size + given.size
      from member, given
     where request.token = $1 and request.receive_company = member.company and request.status in ('OPEN', 'INFORMATION')
       and request_fits({request.if_match}, {request.if_none_match}, request.id, request.updated_at, false)
       and receiver_responses < $3::int / 2 and receiver_size + given.size <= $4::int / 2
    returning request.id, request.token, request.submit_company, request.receive_company
), new_response as (
    insert into response (request, type, company, author, engineer_name, engineer_phone, engineer_email, next_steps)
    select changed_request.id, 'INFORMATION_REQUEST', caller.company, caller.id, engineer.name, engineer.phone, engineer.email, $2
      from changed_request, caller, engineer returning id
),
-- piece: response_event, outbox_row, unchanged_request
select case when exists (select from changed_request)                                  then 'ok'
            when not exists (select from caller)                                       then 'unauthenticated'
            when not exists (select from unchanged_request)                            then 'unknown'
            when not exists (select from member)                                       then 'member-only'
            when (select receive_company <> company from unchanged_request)            then 'receiver-only'
            when (select not fits from unchanged_request)                              then 'precondition-failed'
            when (select status not in ('OPEN', 'INFORMATION') from unchanged_request) then (select lower(status) from unchanged_request)
            when (select receiver_responses >= $3::int / 2 from unchanged_request)     then 'response-limit'
            else 'size-limit' end as outcome
-- then
-- with: caller, visible_request, record
select body, request_tag(id, updated_at, false) as etag from record
