-- attachment_create: records forwarded files and adds a note about them. It ignores the request's status and limits, which
-- attachment_plan checked before the files were forwarded.
-- binds: path.token, value.description, value.files, random.token, value.size
-- outcomes: ok, unauthenticated, unknown
-- with: caller
, changed_request as (    -- clients poll updatedAt
    update request
       set updated_at = clock_timestamp(),
           submitter_notes = submitter_notes + case when company = submit_company then 1 else 0 end,
           receiver_notes = receiver_notes + case when company = submit_company then 0 else 1 end,
           submitter_size = submitter_size + case when company = submit_company then $5::int else 0 end,
           receiver_size = receiver_size + case when company = submit_company then 0 else $5::int end
      from caller
     where request.token = $1 and caller.company in (request.submit_company, request.receive_company)
    returning request.id, request.token, request.submit_company, request.receive_company, request.updated_at,
              caller.company, caller.id as author, caller.company_name, caller.username, caller.email, caller.name
), new_attachment as (
    insert into attachment (request, company, name, submitter_status, receiver_status)
    select changed_request.id, changed_request.company, file ->> 'name', file ->> 'submitter', file ->> 'receiver'
      from changed_request, json_array_elements($3::json) with ordinality as given (file, place) order by place
), new_note as (
    insert into note (token, request, company, author, company_name, creator_username, creator_email, creator_name,
                      summary, description, priority, size, created_at)
    select $4, id, company, author, company_name, username, email, name, 'Attachment forwarded', $2, 'LOW', $5::int, updated_at
      from changed_request
),
-- piece: note_event, outbox_row
select case when not exists (select from caller)          then 'unauthenticated'
            when not exists (select from changed_request) then 'unknown'
            else 'ok' end as outcome
