-- request_or_null: the request of {path.token} as the caller may see it, for a read: one row, whose id is null if there is no such
-- request for the caller; no row without a caller. Needs caller.
request_or_null as (
    select request.*, caller.company as caller_company
      from caller left join request on request.token = {path.token} and caller.company in (request.submit_company, request.receive_company)
)
