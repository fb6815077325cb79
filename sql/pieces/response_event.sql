-- response_event: the event of the response `added` (id) to the request `changed`.
event as (
    insert into event (type, request, request_token, response, submit_company, receive_company, request_id, traceparent)
    select 'response.created', changed.id, changed.token, added.id, changed.submit_company, changed.receive_company,
           {request.id}, {request.traceparent}
      from added, changed
    returning id, type
)
