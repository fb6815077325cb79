-- approval_create: the receiver approves: OPEN or INFORMATION becomes ACCEPTED.
-- binds: path.token, body
-- outcomes: ok, unauthenticated, unknown, receiver-only, closed, accepted, rejected
-- with: caller
-- piece: lock
-- then
-- with: caller, shown, judged, deciding
, changed as (
    update request r
       set status = 'ACCEPTED', responded = true, updated_at = clock_timestamp(), receiver_case_number = $2::json ->> 'caseNumber',
           receiver_contact = contact(engineer.name, engineer.email, engineer.phone)
      from allowed, engineer where r.id = allowed.id
), added as (
    insert into response (request, type, company, author, case_number, engineer_name, engineer_phone, engineer_email, next_steps)
    select allowed.id, 'APPROVAL', caller.company, caller.id, $2::json ->> 'caseNumber', engineer.name,
           engineer.phone, engineer.email, $2::json ->> 'nextSteps'
      from allowed, caller, engineer
    returning id, request
),
-- piece: responded, spread
-- piece: decided
-- then
-- with: caller, shown, record
select body from record
