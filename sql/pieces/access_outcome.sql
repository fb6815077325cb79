-- access_outcome: why the caller may not change the request; null if the caller may. Needs caller, visible_request.
access_outcome as (
    select case when not exists (select from caller)          then 'unauthenticated'
                when not exists (select from visible_request) then 'unknown' end as outcome
)
