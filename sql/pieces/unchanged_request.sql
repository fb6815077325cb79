-- unchanged_request: the caller's request, read only if nothing was changed. Its lock reads the row's newest version: what
-- prevented the change may have been committed after this statement's snapshot, while it waited. Needs caller.
unchanged_request as (
    select request.submit_company, request.receive_company, request.status, caller.company,
           request.submitter_responses, request.receiver_responses, request.submitter_size
      from request join caller on caller.company in (request.submit_company, request.receive_company)
     where request.token = {path.token}
       for no key update of request
)
