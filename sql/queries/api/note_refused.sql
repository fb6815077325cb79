-- note_refused: why note_create added no note.
-- binds: config.request_notes
-- outcomes: unauthenticated, unknown, member-only, precondition-failed, note-closed, note-limit, size-limit
-- with: caller, member, request_or_null
select case when id is null then 'unknown'
            when not exists (select from member) then 'member-only'
            when not request_fits({request.if_match}, {request.if_none_match}, request_or_null.id, request_or_null.updated_at, submit_company = caller_company) then 'precondition-failed'
            when status = 'CLOSED' then 'note-closed'
            when case caller_company when submit_company then submitter_notes else receiver_notes end >= $1::int / 2 then 'note-limit'
            else 'size-limit' end as outcome
  from request_or_null
