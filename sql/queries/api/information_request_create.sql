-- information_request_create: the receiver asks the submitter for more: OPEN or INFORMATION becomes INFORMATION.
-- binds: path.token, body
-- outcomes: ok, unauthenticated, unknown, receiver-only, closed, accepted, rejected
-- with: caller
-- piece: lock
-- then
-- with: caller, shown, judged, deciding
, changed as (
    update request r
       set status = 'INFORMATION', information_answered = false, responded = true, updated_at = clock_timestamp()
      from allowed where r.id = allowed.id
), added as (
    insert into response (request, type, company, author, engineer_name, engineer_phone, engineer_email, next_steps)
    select allowed.id, 'INFORMATION_REQUEST', caller.company, caller.id, engineer.name,
           engineer.phone, engineer.email, $2::json ->> 'requestedInformation'
      from allowed, caller, engineer
    returning id, request
),
-- piece: responded, spread
-- piece: decided
-- then
-- with: caller, shown, record
select body from record
