-- judged: may the caller change the request, as far as being there and being a party goes? Needs caller and shown.
judged as (
    select case when not exists (select from caller) then 'unauthenticated'
                when not exists (select from shown)  then 'unknown' end as outcome
)
