-- unchanged_request: the caller's request, when it could not be changed. Its lock reads the newest version of the row: what
-- prevented the change may have been committed after this statement's snapshot, while the statement waited. Read only when
-- nothing was changed. Needs caller.
unchanged_request as (
    select request.submit_company, request.receive_company, request.status, caller.company
      from request join caller on caller.company in (request.submit_company, request.receive_company)
     where request.token = {path.token}
       for no key update of request
)
