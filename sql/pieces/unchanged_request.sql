-- unchanged_request: the caller's request, to be read only if nothing was changed. The row lock makes it read the newest version: the
-- cause may have been committed after this statement's snapshot, while the statement waited. Needs caller.
unchanged_request as (
    select request.submit_company, request.receive_company, request.status, caller.company,
           request.submitter_responses, request.receiver_responses, request.submitter_size
      from request join caller on caller.company in (request.submit_company, request.receive_company)
     where request.token = {path.token}
       for no key update of request
)
