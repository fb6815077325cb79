-- note_create: adds a note to one of the caller's requests, with its event. No row if the statement adds no note: note_refused has
-- the reason.
-- binds: path.token, body.summary, body.description, body.priority, random.token, value.size, config.request_notes, config.request_size
-- outcomes: ok, unauthenticated
-- with: caller, member
, changed_request as (    -- clients poll updatedAt. The update also locks the row: a concurrent closure or note waits, or is seen here
    update request
       set updated_at = clock_timestamp(),
           submitter_notes = submitter_notes + case when company = submit_company then 1 else 0 end,
           receiver_notes = receiver_notes + case when company = submit_company then 0 else 1 end,
           submitter_size = submitter_size + case when company = submit_company then $6::int else 0 end,
           receiver_size = receiver_size + case when company = submit_company then 0 else $6::int end
      from member
     where request.token = $1 and request.status <> 'CLOSED'
       and request_fits({request.if_match}, {request.if_none_match}, request.id, request.updated_at, request.submit_company = member.company)
       and case company when submit_company  then submitter_notes < $7::int / 2 and submitter_size + $6::int <= $8::int / 2
                        when receive_company then receiver_notes < $7::int / 2 and receiver_size + $6::int <= $8::int / 2 end
    returning request.id, request.token, request.submit_company, request.receive_company, request.updated_at,
              member.company, member.id as author, member.company_name, member.username, member.email, member.name
), new_note as (
    insert into note (token, request, company, author, company_name, creator_username, creator_email, creator_name,
                      summary, description, priority, size, created_at)
    select $5, id, company, author, company_name, username, email, name,
           $2, coalesce($3, ''), coalesce(nullif(trim($4), ''), 'LOW'), $6::int, updated_at
      from changed_request returning rendered, concat(id, '-', micros(updated_at)) as etag
),
-- piece: note_event, outbox_row
select 'ok' as outcome, new_note.rendered as body, new_note.etag from new_note
