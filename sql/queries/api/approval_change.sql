-- approval_change: changes the newest approval by the receiver's merge patch (RFC 7396: null clears a member, an absent one stays). A
-- patch without a change adds no event.
-- binds: path.token, body, request.id, request.traceparent, config.request_size
-- outcomes: ok, unauthenticated, unknown, member-only, receiver-only, precondition-failed, closed, rejected, not-accepted, size-limit
-- with: caller
-- piece: request_lock
-- then
-- with: caller, member, visible_request, access_outcome
, given as (select key, value from json_each_text($2::json)),
old_approval as (
    select response.* from response, visible_request, member
     where response.request = visible_request.id and response.type = 'APPROVAL'
       and visible_request.status = 'ACCEPTED' and member.company = visible_request.receive_company
       and request_fits({request.if_match}, {request.if_none_match}, visible_request.id, visible_request.updated_at, false)
     order by response.id desc limit 1
), new_approval as (
    select old_approval.id, old_approval.request,
           case when exists (select from given where key = 'caseNumber')    then (select value from given where key = 'caseNumber')    else old_approval.case_number    end as case_number,
           case when exists (select from given where key = 'engineerName')  then (select value from given where key = 'engineerName')  else old_approval.engineer_name  end as engineer_name,
           case when exists (select from given where key = 'engineerPhone') then (select value from given where key = 'engineerPhone') else old_approval.engineer_phone end as engineer_phone,
           case when exists (select from given where key = 'engineerEmail') then (select value from given where key = 'engineerEmail') else old_approval.engineer_email end as engineer_email,
           case when exists (select from given where key = 'nextSteps')     then (select value from given where key = 'nextSteps')     else old_approval.next_steps     end as next_steps
      from old_approval
), growth as (          -- in bytes; may be negative
    select response_size(n.case_number, n.engineer_name, n.engineer_phone, n.engineer_email, n.next_steps)
         - response_size(o.case_number, o.engineer_name, o.engineer_phone, o.engineer_email, o.next_steps) as size
      from new_approval n, old_approval o
), room as (select from growth, visible_request where growth.size <= greatest($5::int / 2 - visible_request.receiver_size, 0)
), changed_approval as (
    update response r
       set case_number = new_approval.case_number, engineer_name = new_approval.engineer_name, engineer_phone = new_approval.engineer_phone,
           engineer_email = new_approval.engineer_email, next_steps = new_approval.next_steps
      from new_approval
     where r.id = new_approval.id and (r.case_number, r.engineer_name, r.engineer_phone, r.engineer_email, r.next_steps) is distinct from
                             (new_approval.case_number, new_approval.engineer_name, new_approval.engineer_phone, new_approval.engineer_email, new_approval.next_steps)
       and exists (select from room)
    returning r.*
), changed_request as (
    update request q
       set updated_at = clock_timestamp(), receiver_case_number = changed_approval.case_number,
           receiver_contact = contact(changed_approval.engineer_name, changed_approval.engineer_email, changed_approval.engineer_phone),
           receiver_size = receiver_size + growth.size
      from changed_approval, growth where q.id = changed_approval.request
    returning q.id, q.token, q.submit_company, q.receive_company
), event as (
    insert into event (type, request, request_token, response, submit_company, receive_company, request_id, traceparent)
    select 'response.updated', changed_request.id, changed_request.token, changed_approval.id, changed_request.submit_company, changed_request.receive_company, $3, $4
      from changed_request, changed_approval returning id, type
),
-- piece: outbox_row
select coalesce(access_outcome.outcome,
                case when exists (select from room)         then 'ok'
                     when not exists (select from member)   then 'member-only'
                     when exists (select from old_approval) then 'size-limit'
                     when (select visible_request.receive_company <> caller.company from visible_request, caller) then 'receiver-only'
                     when (select not request_fits({request.if_match}, {request.if_none_match}, visible_request.id, visible_request.updated_at, false) from visible_request) then 'precondition-failed'
                     when (select visible_request.status in ('OPEN', 'INFORMATION', 'ACCEPTED') from visible_request) then 'not-accepted'
                     else (select lower(status) from visible_request) end) as outcome
  from access_outcome
-- then
-- with: caller, visible_request, record
select body, request_tag(id, updated_at, false) as etag from record
