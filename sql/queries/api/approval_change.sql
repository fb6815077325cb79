-- approval_change: the receiver changes the newest approval by a merge patch (RFC 7396: null clears, absent keeps). No change: no
-- event.
-- binds: path.token, body, request.id, request.traceparent
-- outcomes: ok, unauthenticated, unknown, receiver-only, closed, rejected, not-accepted
-- with: caller
-- piece: request_lock
-- then
-- with: caller, visible_request, access_outcome
, given as (
    select key, value from json_each_text($2::json)
), old as (
    select response.* from response, visible_request, caller
     where response.request = visible_request.id and response.type = 'APPROVAL'
       and visible_request.status = 'ACCEPTED' and caller.company = visible_request.receive_company
     order by response.id desc limit 1
), new as (
    select old.id, old.request,
           case when exists (select from given where key = 'caseNumber')    then (select value from given where key = 'caseNumber')    else old.case_number    end as case_number,
           case when exists (select from given where key = 'engineerName')  then (select value from given where key = 'engineerName')  else old.engineer_name  end as engineer_name,
           case when exists (select from given where key = 'engineerPhone') then (select value from given where key = 'engineerPhone') else old.engineer_phone end as engineer_phone,
           case when exists (select from given where key = 'engineerEmail') then (select value from given where key = 'engineerEmail') else old.engineer_email end as engineer_email,
           case when exists (select from given where key = 'nextSteps')     then (select value from given where key = 'nextSteps')     else old.next_steps     end as next_steps
      from old
), changed as (
    update response r
       set case_number = new.case_number, engineer_name = new.engineer_name, engineer_phone = new.engineer_phone,
           engineer_email = new.engineer_email, next_steps = new.next_steps
      from new
     where r.id = new.id and (r.case_number, r.engineer_name, r.engineer_phone, r.engineer_email, r.next_steps) is distinct from
                             (new.case_number, new.engineer_name, new.engineer_phone, new.engineer_email, new.next_steps)
    returning r.*
), touched as (
    update request q
       set updated_at = clock_timestamp(), receiver_case_number = changed.case_number,
           receiver_contact = contact(changed.engineer_name, changed.engineer_email, changed.engineer_phone)
      from changed where q.id = changed.request
    returning q.id, q.token, q.submit_company, q.receive_company
), event as (
    insert into event (type, request, request_token, response, submit_company, receive_company, request_id, traceparent)
    select 'response.updated', touched.id, touched.token, changed.id, touched.submit_company, touched.receive_company, $3, $4
      from touched, changed
    returning id, type
),
-- piece: outbox_row
select coalesce(access_outcome.outcome,
                case when exists (select from old) then 'ok'
                     when (select visible_request.receive_company <> caller.company from visible_request, caller) then 'receiver-only'
                     when (select visible_request.status in ('OPEN', 'INFORMATION', 'ACCEPTED') from visible_request) then 'not-accepted'
                     else (select lower(status) from visible_request) end) as outcome
  from access_outcome
-- then
-- with: caller, visible_request, record
select body from record
