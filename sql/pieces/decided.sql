-- decided: the outcome of a response by the receiver: ok if the request was `changed`, else the reason why not. Needs caller,
-- found.
select case when exists (select from changed)                        then 'ok'
            when not exists (select from caller)                     then 'unauthenticated'
            when not exists (select from found)                      then 'unknown'
            when (select receive_company <> company from found)      then 'receiver-only'
            else (select lower(status) from found) end as outcome
