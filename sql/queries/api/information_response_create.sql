-- information_response_create: the submitter answers an information request; the receiver must still decide.
-- binds: path.token, body
-- outcomes: ok, unauthenticated, unknown, submitter-only, closed, accepted, rejected, not-asked
-- with: caller
-- piece: lock
-- then
-- with: caller, shown, judged
, allowed as (
    select shown.* from shown, caller where caller.company = shown.submit_company and shown.status = 'INFORMATION'
), changed as (
    update request r set information_answered = true, updated_at = clock_timestamp() from allowed where r.id = allowed.id
), added as (
    insert into response (request, type, company, author, next_steps)
    select allowed.id, 'INFORMATION_RESPONSE', caller.company, caller.id, $2::json ->> 'requestedInformation' from allowed, caller
    returning id, request
),
-- piece: responded, spread
select coalesce(judged.outcome, case when exists (select from added) then 'ok'
                                     when (select shown.submit_company <> caller.company from shown, caller) then 'submitter-only'
                                     when (select shown.status = 'OPEN' from shown) then 'not-asked'
                                     else (select lower(status) from shown) end) as outcome
  from judged
-- then
-- with: caller, shown, record
select body from record
