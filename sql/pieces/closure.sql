-- closure: closes the request that `closing` names, in any status but CLOSED, and adds its event. `closing` has the columns token,
-- company (the submitter; null: any, for the operator), if_match and if_none_match (the conditions), and the event's request_id and traceparent.
changed_request as (    -- waits for a concurrent change of the request, and checks the resulting row
    update request set status = 'CLOSED', feedback_requested = true, updated_at = clock_timestamp() from closing
     where request.token = closing.token and request.submit_company = coalesce(closing.company, request.submit_company) and request.status <> 'CLOSED'
       and request_fits(closing.if_match, closing.if_none_match, request.id, request.updated_at, true)
    returning request.id, request.token, request.submit_company, request.receive_company, request.priority, request.updated_at,
              closing.request_id, closing.traceparent
), event as (
    insert into event (type, request, request_token, submit_company, receive_company, request_id, traceparent)
    select 'closed', id, token, submit_company, receive_company, request_id, traceparent from changed_request returning id, type
)
