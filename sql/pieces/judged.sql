-- judged: why the caller may not change the request: not authenticated, or no such request for the caller's company. Null:
-- neither. Needs caller and shown.
judged as (
    select case when not exists (select from caller) then 'unauthenticated'
                when not exists (select from shown)  then 'unknown' end as outcome
)
