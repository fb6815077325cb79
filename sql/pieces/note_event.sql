-- note_event: the event note.created. The statement that takes this piece adds a note, with the token random.token, to the request in
-- `changed_request`.
event as (
    insert into event (type, request, request_token, note_token, submit_company, receive_company, request_id, traceparent)
    select 'note.created', id, token, {random.token}, submit_company, receive_company, {request.id}, {request.traceparent}
      from changed_request returning id, type
)
