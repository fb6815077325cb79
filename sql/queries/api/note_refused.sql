-- note_refused: why note_create has added no note.
-- binds: config.request_notes
-- outcomes: unauthenticated, unknown, note-closed, note-limit, size-limit
-- with: caller, request_or_null
select case when id is null then 'unknown'
            when status = 'CLOSED' then 'note-closed'
            when case caller_company when submit_company then submitter_notes else receiver_notes end >= $1::int / 2 then 'note-limit'
            else 'size-limit' end as outcome
  from request_or_null
