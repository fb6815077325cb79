-- request_change: changes the submitter's case number or contact details by the submitter's merge patch.
-- binds: path.token, body
-- outcomes: ok, unauthenticated, unknown, member-only, submitter-only, precondition-failed, closed
-- with: caller
-- piece: request_lock
-- then
-- with: caller, member, visible_request, access_outcome
, contact as (          -- the members of the contact details are merged one by one (RFC 7396)
    select (select value from json_each($2::json) where key = 'submitterContactDetails') as patch
), old_request as (
    select visible_request.* from visible_request, member where member.company = visible_request.submit_company and visible_request.status <> 'CLOSED'
       and request_fits({request.if_match}, {request.if_none_match}, visible_request.id, visible_request.updated_at, true)
), new_request as (
    select old_request.id,
           case when exists (select from json_each($2::json) where key = 'internalCaseNumber')
                then $2::json ->> 'internalCaseNumber' else old_request.submitter_case_number end as case_number,
           case when contact.patch is null then old_request.submitter_contact
                when json_typeof(contact.patch) = 'null' then contact(null, null, null)
                else contact(case when exists (select from json_each(contact.patch) where key = 'name')
                                  then contact.patch ->> 'name' else old_request.submitter_contact ->> 'name' end,
                             case when exists (select from json_each(contact.patch) where key = 'email')
                                  then contact.patch ->> 'email' else old_request.submitter_contact ->> 'email' end,
                             case when exists (select from json_each(contact.patch) where key = 'phone')
                                  then contact.patch ->> 'phone' else old_request.submitter_contact ->> 'phone' end) end as contact
      from old_request, contact
), changed_request as (
    update request r
       set updated_at = clock_timestamp(), submitter_case_number = new_request.case_number, submitter_contact = new_request.contact
      from new_request
     where r.id = new_request.id and (r.submitter_case_number is distinct from new_request.case_number
                              or r.submitter_contact::text is distinct from new_request.contact::text)
)
select coalesce(access_outcome.outcome,
                case when exists (select from old_request) then 'ok'
                     when not exists (select from member)  then 'member-only'
                     when (select visible_request.submit_company <> caller.company from visible_request, caller) then 'submitter-only'
                     when (select status = 'CLOSED' and request_fits({request.if_match}, {request.if_none_match}, visible_request.id, visible_request.updated_at, true) from visible_request) then 'closed'
                     else 'precondition-failed' end) as outcome
  from access_outcome
-- then
-- with: caller, visible_request, record
select body, request_tag(id, updated_at, true) as etag from record
