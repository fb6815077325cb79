-- half: the requests that `wanted` wants, newest first, from `start` on: one more than a page from each of the two indexes.
half as (
    (select r.id, r.created_at
       from request r, wanted
      where r.submit_company = wanted.company and wanted.type <> 'INBOUND'
        and (r.created_at, r.id) < ((select at from start), (select id from start))
        and (wanted.status in ('ALL', r.status) or wanted.status = 'PENDINGACTION' and r.status = 'INFORMATION' and not r.information_answered)
        and (wanted.case_number is null or r.submitter_case_number = wanted.case_number)
      order by r.created_at desc, r.id desc limit (select size + 1 from wanted))
    union all
    (select r.id, r.created_at
       from request r, wanted
      where r.receive_company = wanted.company and wanted.type <> 'OUTBOUND'
        and (r.created_at, r.id) < ((select at from start), (select id from start))
        and (wanted.status in ('ALL', r.status)
             or wanted.status = 'PENDINGACTION' and (r.status = 'OPEN' or r.status = 'INFORMATION' and r.information_answered))
        and (wanted.case_number is null or r.receiver_case_number = wanted.case_number)
      order by r.created_at desc, r.id desc limit (select size + 1 from wanted))
)
