-- response_outcome: ok if there is a `changed_request`, else the reason. Needs caller, member, unchanged_request. A request that fits, and
-- is still undecided, has changed since the update compared its tag with If-None-Match.
select case when exists (select from changed_request)                       then 'ok'
            when not exists (select from caller)                            then 'unauthenticated'
            when not exists (select from unchanged_request)                 then 'unknown'
            when not exists (select from member)                            then 'member-only'
            when (select receive_company <> company from unchanged_request) then 'receiver-only'
            else (select case when coalesce({request.if_match}, {request.if_none_match}) is null or fits and status not in ('OPEN', 'INFORMATION') then lower(status) else 'precondition-failed' end from unchanged_request) end as outcome
