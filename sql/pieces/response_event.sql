-- response_event: the event of `new_response` (id), a response to `changed_request`.
event as (
    insert into event (type, request, request_token, response, submit_company, receive_company, request_id, traceparent)
    select 'response.created', changed_request.id, changed_request.token, new_response.id, changed_request.submit_company,
           changed_request.receive_company, {request.id}, {request.traceparent}
      from new_response, changed_request returning id, type
)
