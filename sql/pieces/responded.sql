-- responded: the event of the response that was `added` (id, request) to the request `allowed`.
event as (
    insert into event (type, request, request_token, response, submit_company, receive_company, request_id, traceparent)
    select 'response.created', allowed.id, allowed.token, added.id, allowed.submit_company, allowed.receive_company,
           {request.id}, {request.traceparent}
      from added join allowed on allowed.id = added.request
    returning id, type
)
