-- note_create: adds a note to one of the caller's requests; its event goes into the outbox with it.
-- binds: path.token, body, random.token, request.id, request.traceparent
-- outcomes: ok, unauthenticated, unknown, note-closed
-- with: caller
, locked as (           -- the row lock: a closure at the same time waits for us, or we find it closed
    select r.* from request r join caller on caller.company in (r.submit_company, r.receive_company)
     where r.token = $1 for no key update of r
), added as (
    insert into note (token, request, company, author, company_name, creator_username, creator_email, creator_name,
                      summary, description, priority)
    select $3, locked.id, caller.company, caller.id, caller.company_name, caller.username, caller.email, caller.name,
           $2::json ->> 'summary', coalesce($2::json ->> 'description', ''), coalesce(nullif(trim($2::json ->> 'priority'), ''), 'LOW')
      from locked, caller where locked.status <> 'CLOSED'
    returning *
), touched as (         -- pollers look at updatedAt
    update request set updated_at = clock_timestamp() from added where request.id = added.request
), event as (
    insert into event (type, request, request_token, note_token, submit_company, receive_company, request_id, traceparent)
    select 'note.created', locked.id, locked.token, added.token, locked.submit_company, locked.receive_company, $4, $5
      from added, locked
    returning id, type
),
-- piece: spread
select case when not exists (select from caller)  then 'unauthenticated'
            when not exists (select from locked)  then 'unknown'
            when not exists (select from added)   then 'note-closed'
            else 'ok' end as outcome,
       (select rendered from added) as body
