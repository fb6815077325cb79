-- attachment_plan: checks whether the caller may now forward files and add the note about them. Returns both parties' storages
-- and the caller's company. Runs before the first byte of the body is read. A party's user name at its storage is its own case number.
-- `…_expired`: the party has no storage because its configuration has expired.
-- binds: config.request_notes, config.request_size, config.request_files
-- outcomes: ok, unauthenticated, unknown, member-only, precondition-failed, closed, note-limit, size-limit, file-limit
-- with: caller, member, visible_request
select case when not exists (select from caller)   then 'unauthenticated'
            when visible_request.id is null        then 'unknown'
            when not exists (select from member)   then 'member-only'
            when not request_fits({request.if_match}, {request.if_none_match}, visible_request.id, visible_request.updated_at, submit_company = caller_company) then 'precondition-failed'
            when visible_request.status = 'CLOSED' then 'closed'
            when case caller_company when submit_company then submitter_notes else receiver_notes end >= $1::int / 2 then 'note-limit'
            when case caller_company when submit_company then submitter_size  else receiver_size  end >= $2::int / 2 then 'size-limit'
            when (select count(*) from (select from attachment a where a.request = visible_request.id and a.company = caller_company limit $3::int / 2) x)
                 >= $3::int / 2
              or (select count(*) from (select from attachment a where a.request = visible_request.id limit 2 * $3::int) x)     -- of an earlier version
                 >= 2 * $3::int then 'file-limit'
            else 'ok' end as outcome,
       (select company from caller) as company,
       submitter.uid as submitter_uid, submitter.domain as submitter_domain, submitter.password as submitter_password,
       submitter.path as submitter_path, submitter.port as submitter_port, case when submitter.overwrites then 'yes' end as submitter_overwrites, visible_request.submitter_case_number as submitter_user,
       (select 'yes' from storage_chosen(visible_request.id, visible_request.submit_company) s where s.expiration <= now()) as submitter_expired,
       receiver.uid as receiver_uid, receiver.domain as receiver_domain, receiver.password as receiver_password,
       receiver.path as receiver_path, receiver.port as receiver_port, case when receiver.overwrites then 'yes' end as receiver_overwrites, visible_request.receiver_case_number as receiver_user,
       (select 'yes' from storage_chosen(visible_request.id, visible_request.receive_company) s where s.expiration <= now()) as receiver_expired
  from (select) one
  left join visible_request on true
  left join lateral storage_of(visible_request.id, visible_request.submit_company) submitter on true
  left join lateral storage_of(visible_request.id, visible_request.receive_company) receiver on true
