-- response_outcome: ok if there is a `changed_request`, else the reason. Needs caller, member, unchanged_request.
select case when exists (select from changed_request)                       then 'ok'
            when not exists (select from caller)                            then 'unauthenticated'
            when not exists (select from unchanged_request)                 then 'unknown'
            when not exists (select from member)                            then 'member-only'
            when (select receive_company <> company from unchanged_request) then 'receiver-only'
            else (select lower(status) from unchanged_request) end as outcome
