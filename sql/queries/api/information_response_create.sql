-- information_response_create: answers an information request for the submitter. The receiver must then decide.
-- binds: path.token, body.requestedInformation, config.request_responses, config.request_size
-- outcomes: ok, unauthenticated, unknown, member-only, submitter-only, precondition-failed, closed, accepted, rejected, not-asked, response-limit, size-limit
-- with: caller, member
, given as materialized (select response_size(null, null, null, null, $2) as size)
, changed_request as (    -- waits for a concurrent change of the request, and checks the resulting row
    update request
       set information_answered = true, updated_at = clock_timestamp(), submitter_responses = submitter_responses + 1,
           submitter_size = submitter_size + given.size
      from member, given
     where request.token = $1 and request.submit_company = member.company and request.status = 'INFORMATION'
       and request_fits({request.if_match}, {request.if_none_match}, request.id, request.updated_at, true)
       and submitter_responses < $3::int / 2 and submitter_size + given.size <= $4::int / 2
    returning request.id, request.token, request.submit_company, request.receive_company
), new_response as (
    insert into response (request, type, company, author, next_steps)
    select changed_request.id, 'INFORMATION_RESPONSE', caller.company, caller.id, $2 from changed_request, caller
    returning id
),
-- piece: response_event, outbox_row, unchanged_request
select case when exists (select from changed_request)                                                 then 'ok'
            when not exists (select from caller)                                                      then 'unauthenticated'
            when not exists (select from unchanged_request)                                           then 'unknown'
            when not exists (select from member)                                                      then 'member-only'
            when (select submit_company <> company from unchanged_request)                            then 'submitter-only'
            when (select not fits from unchanged_request)                                             then 'precondition-failed'
            when (select status not in ('OPEN', 'INFORMATION') from unchanged_request)                then (select lower(status) from unchanged_request)
            when (select status = 'OPEN' from unchanged_request)                                      then 'not-asked'
            when (select submitter_responses >= $3::int / 2 from unchanged_request)                   then 'response-limit'
            when (select submitter_size + size > $4::int / 2 from unchanged_request, given) then 'size-limit'
            else 'not-asked' end as outcome     -- the receiver asked a question only after the update had found none
-- then
-- with: caller, visible_request, record
select body, request_tag(id, updated_at, true) as etag from record
