-- information_request_create: the receiver asks the submitter for more: OPEN or INFORMATION becomes INFORMATION.
-- binds: path.token, body, request.id, request.traceparent
-- outcomes: ok, unauthenticated, unknown, receiver-only, closed, accepted, rejected
-- with: caller
-- piece: lock
-- then
-- with: caller, shown, judged
, engineer as (        -- CollabLenientInput: who is not named is the caller
    select filled($2::json ->> 'engineerName', {config.lenient}, caller.name) as name,
           filled($2::json ->> 'engineerEmail', {config.lenient}, caller.email) as email
      from caller
), allowed as (
    select shown.* from shown, caller
     where caller.company = shown.receive_company and shown.status in ('OPEN', 'INFORMATION')
), changed as (
    update request r
       set status = 'INFORMATION', information_answered = false, responded = true, updated_at = clock_timestamp()
      from allowed where r.id = allowed.id
), added as (
    insert into response (request, type, company, author, engineer_name, engineer_phone, engineer_email, next_steps)
    select allowed.id, 'INFORMATION_REQUEST', caller.company, caller.id, engineer.name,
           $2::json ->> 'engineerPhone', engineer.email, $2::json ->> 'requestedInformation'
      from allowed, caller, engineer
    returning id, request
), event as (
    insert into event (type, request, request_token, response, submit_company, receive_company, request_id, traceparent)
    select 'response.created', allowed.id, allowed.token, added.id, allowed.submit_company, allowed.receive_company, $3, $4
      from added join allowed on allowed.id = added.request
    returning id
), spread as (
    insert into outbox (event) select id from event
)
select coalesce(judged.outcome, case when exists (select from added) then 'ok'
                                     when (select shown.receive_company <> caller.company from shown, caller) then 'receiver-only'
                                     else (select lower(status) from shown) end) as outcome
  from judged
-- then
-- with: caller, shown, record
select body from record
