-- request_or_null: one row: the request of {path.token}, or nulls if there is none that the caller may see. Needs caller.
request_or_null as (
    select request.*, caller.company as caller_company
      from caller left join request on request.token = {path.token} and caller.company in (request.submit_company, request.receive_company)
)
