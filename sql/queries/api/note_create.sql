-- note_create: adds a note to one of the caller's requests; its event goes into the outbox with it.
-- binds: path.token, body.summary, body.description, body.priority, random.token
-- outcomes: ok, unauthenticated, unknown, note-closed
-- with: caller
, changed_request as (    -- clients poll updatedAt; this is also the row lock: a concurrent closure waits, or is found here
    update request set updated_at = clock_timestamp() from caller
     where request.token = $1 and caller.company in (request.submit_company, request.receive_company) and request.status <> 'CLOSED'
    returning request.id, request.token, request.submit_company, request.receive_company, request.updated_at,
              caller.company, caller.id as author, caller.company_name, caller.username, caller.email, caller.name
), new_note as (
    insert into note (token, request, company, author, company_name, creator_username, creator_email, creator_name,
                      summary, description, priority, created_at)
    select $5, id, company, author, company_name, username, email, name,
           $2, coalesce($3, ''), coalesce(nullif(trim($4), ''), 'LOW'), updated_at
      from changed_request returning rendered
),
-- piece: note_event, outbox_row
select case when new_note.rendered is not null                                                                                                 then 'ok'
            when caller.id is null                                                                                                             then 'unauthenticated'
            when exists (select from request where request.token = $1 and caller.company in (request.submit_company, request.receive_company)) then 'note-closed'
            else 'unknown' end as outcome,
       new_note.rendered as body
  from (select) one left join caller on true left join new_note on true
