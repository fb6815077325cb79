-- half: the requests that `wanted` wants, newest first, of the stretch that `start` describes (at, id: behind this row; created_after,
-- updated_after; count): so many from each of the two indexes.
-- Everything about the caller is a scalar sub-select, so that each half walks its index in order and stops after a page (a join would sort all).
half as (
    (select r.id, r.created_at
       from request r
      where r.submit_company = (select company from wanted) and (select type from wanted) <> 'INBOUND'
        and (r.created_at, r.id) < ((select at from start), (select id from start))
        and r.created_at > (select created_after from start) and r.updated_at > (select updated_after from start)
        and ((select status from wanted) in ('ALL', r.status)
             or (select status from wanted) = 'PENDINGACTION' and r.status = 'INFORMATION' and not r.information_answered)
        and ((select case_number from wanted) is null or r.submitter_case_number = (select case_number from wanted))
      order by r.created_at desc, r.id desc limit (select count from start))
    union all
    (select r.id, r.created_at
       from request r
      where r.receive_company = (select company from wanted) and (select type from wanted) <> 'OUTBOUND'
        and (r.created_at, r.id) < ((select at from start), (select id from start))
        and r.created_at > (select created_after from start) and r.updated_at > (select updated_after from start)
        and ((select status from wanted) in ('ALL', r.status)
             or (select status from wanted) = 'PENDINGACTION' and (r.status = 'OPEN' or r.status = 'INFORMATION' and r.information_answered))
        and ((select case_number from wanted) is null or r.receiver_case_number = (select case_number from wanted))
      order by r.created_at desc, r.id desc limit (select count from start))
)
