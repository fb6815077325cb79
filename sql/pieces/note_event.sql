-- note_event: the event of the note that was added to `changed_request`, with random.token as its token.
event as (
    insert into event (type, request, request_token, note_token, submit_company, receive_company, request_id, traceparent)
    select 'note.created', id, token, {random.token}, submit_company, receive_company, {request.id}, {request.traceparent}
      from changed_request returning id, type
)
