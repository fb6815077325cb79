-- visible_request: the request of {path.token}, if the caller's company is a party to it.
visible_request as (
    select request.*, caller.company as caller_company, false as with_removed, false as brief
      from request, caller
     where request.token = {path.token} and caller.company in (request.submit_company, request.receive_company)
)
