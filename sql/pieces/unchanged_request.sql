-- unchanged_request: the caller's request. A statement that changed nothing reads it to find out why. The row lock makes PostgreSQL
-- read the row's newest version, because a change that was committed while the statement waited may be the reason. `fits`: it meets the
-- conditions of the HTTP request. Needs caller.
unchanged_request as (
    select request.submit_company, request.receive_company, request.status, caller.company,
           request.submitter_responses, request.receiver_responses, request.submitter_size,
           request_fits({request.if_match}, {request.if_none_match}, request.id, request.updated_at, request.submit_company = caller.company) as fits
      from request join caller on caller.company in (request.submit_company, request.receive_company)
     where request.token = {path.token}
       for no key update of request
)
