-- closure: closes the request that `closing` names (token; company, who must be its submitter, or null: the operator does it; request_id and
-- traceparent of its event), in whatever status it is; its event.
changed_request as (    -- waits for another change of the request that is in progress, and checks the row that it leaves
    update request set status = 'CLOSED', feedback_requested = true, updated_at = clock_timestamp() from closing
     where request.token = closing.token and request.submit_company = coalesce(closing.company, request.submit_company) and request.status <> 'CLOSED'
    returning request.id, request.token, request.submit_company, request.receive_company, request.priority, request.updated_at,
              closing.request_id, closing.traceparent
), event as (
    insert into event (type, request, request_token, submit_company, receive_company, request_id, traceparent)
    select 'closed', id, token, submit_company, receive_company, request_id, traceparent from changed_request returning id, type
)
