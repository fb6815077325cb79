-- wanted: the filters of a list. In PENDINGACTION the ball is in the caller's court.
wanted as (
    select caller.company, {query.type} as type, {query.status} as status,
           {query.internalCaseNumber}::text as case_number
      from caller
)
