-- found: the caller's request, for who could not change it. Its lock is for the newest row: what kept the change away may have been committed
-- while this statement waited, after its snapshot. Read only when nothing was changed. Needs caller.
found as (
    select request.submit_company, request.receive_company, request.status, caller.company
      from request join caller on caller.company in (request.submit_company, request.receive_company)
     where request.token = {path.token}
       for no key update of request
)
