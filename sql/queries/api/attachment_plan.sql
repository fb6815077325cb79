-- attachment_plan: whether the caller may forward files now, the storages, the names that are taken, and the caller's company.
-- Read before the first byte of the body. The user name of a storage is that side's own case number.
-- outcomes: ok, unauthenticated, unknown, closed
-- with: caller, shown
select case when not exists (select from caller) then 'unauthenticated'
            when shown.id is null                then 'unknown'
            when shown.status = 'CLOSED'         then 'closed'
            else 'ok' end as outcome,
       (select company from caller) as company,
       submitter.uid as submitter_uid, submitter.domain as submitter_domain, submitter.password as submitter_password,
       submitter.path as submitter_path, submitter.port as submitter_port, shown.submitter_case_number as submitter_user,
       receiver.uid as receiver_uid, receiver.domain as receiver_domain, receiver.password as receiver_password,
       receiver.path as receiver_path, receiver.port as receiver_port, shown.receiver_case_number as receiver_user,
       array_to_json(array(select name from attachment where request = shown.id and 'SUCCESS' in (submitter_status, receiver_status)
                            order by id desc limit 10000))::text as names
  from (select) one
  left join shown on true
  left join lateral storage_of(shown.id, shown.submit_company) submitter on true
  left join lateral storage_of(shown.id, shown.receive_company) receiver on true
