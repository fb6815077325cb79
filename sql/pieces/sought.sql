-- sought: the request of {path.token} as the caller may see it, for a read: one row, with id null where there is no such request for him; no row where
-- nobody may ask. Needs caller.
sought as (
    select request.*, caller.company as caller_company
      from caller left join request on request.token = {path.token} and caller.company in (request.submit_company, request.receive_company)
)
