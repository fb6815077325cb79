-- request_lock: locks the caller's request against other changes. Needs caller. The following parts read the state after the wait.
select request.id
  from request join caller on caller.company in (request.submit_company, request.receive_company)
 where request.token = {path.token}
   for no key update of request
