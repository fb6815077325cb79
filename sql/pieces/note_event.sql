-- note_event: the event of the note random.token, which the statement adds to `changed_request`.
event as (
    insert into event (type, request, request_token, note_token, submit_company, receive_company, request_id, traceparent)
    select 'note.created', id, token, {random.token}, submit_company, receive_company, {request.id}, {request.traceparent}
      from changed_request returning id, type
)
