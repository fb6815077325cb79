-- list_filter: what a list shows of the caller's requests. In PENDINGACTION the ball is in the caller's court.
list_filter as (
    select caller.company, {query.type} as type, {query.status} as status,
           {query.internalCaseNumber}::text as case_number
      from caller
)
