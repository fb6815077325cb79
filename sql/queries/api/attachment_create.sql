-- attachment_create: records files that have been forwarded, as a note by the caller; its event goes into the outbox with it. Whatever the
-- request's status by now: the files left while it was open.
-- binds: path.token, value.description, value.files, random.token, request.id, request.traceparent
-- outcomes: ok, unauthenticated, unknown
-- with: caller
, locked as (
    select r.* from request r join caller on caller.company in (r.submit_company, r.receive_company)
     where r.token = $1 for no key update of r
), kept as (
    insert into attachment (request, company, name, submitter_status, receiver_status)
    select locked.id, caller.company, file ->> 'name', file ->> 'submitter', file ->> 'receiver'
      from locked, caller, json_array_elements($3::json) with ordinality as given (file, place) order by place
), added as (
    insert into note (token, request, company, author, company_name, creator_username, creator_email, creator_name,
                      summary, description, priority)
    select $4, locked.id, caller.company, caller.id, caller.company_name, caller.username, caller.email, caller.name,
           'Attachment forwarded', $2, 'LOW'
      from locked, caller
    returning *
), touched as (         -- pollers look at updatedAt
    update request set updated_at = clock_timestamp() from added where request.id = added.request
), event as (
    insert into event (type, request, request_token, note_token, submit_company, receive_company, request_id, traceparent)
    select 'note.created', locked.id, locked.token, added.token, locked.submit_company, locked.receive_company, $5, $6
      from added, locked
    returning id, type
),
-- piece: spread
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from locked) then 'unknown'
            else 'ok' end as outcome
