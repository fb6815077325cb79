-- wanted: the filters of a list. In PENDINGACTION the ball is in the caller's court.
wanted as (
    select caller.company, coalesce({query.type}, 'ALL') as type, coalesce({query.status}, 'ALL') as status,
           {query.internalCaseNumber}::text as case_number
      from caller
)
