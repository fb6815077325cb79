-- list_filter: which of the caller's requests a list shows. PENDINGACTION: those that wait for the caller's company.
list_filter as (
    select caller.company, {query.type} as type, {query.status} as status, {query.internalCaseNumber}::text as case_number
      from caller
)
