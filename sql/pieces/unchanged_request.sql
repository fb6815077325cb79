-- unchanged_request: the caller's request. A statement that changed nothing reads it to find out why. The row lock makes PostgreSQL
-- read the row's newest version, because a change that was committed while the statement waited may be the reason. Needs caller.
unchanged_request as (
    select request.submit_company, request.receive_company, request.status, caller.company,
           request.submitter_responses, request.receiver_responses, request.submitter_size
      from request join caller on caller.company in (request.submit_company, request.receive_company)
     where request.token = {path.token}
       for no key update of request
)
