-- request_lock: waits until no other change of the caller's request is in progress. Needs caller. The parts after it read the
-- state after the wait.
select request.id
  from request join caller on caller.company in (request.submit_company, request.receive_company)
 where request.token = {path.token}
   for no key update of request
