-- list_candidates: the requests that match `list_filter`, newest first, in the range that `start` describes (at, id: after this
-- row; created_after, updated_after; count): up to `count` from each of the two indexes. list_filter and start have one row each,
-- whose values are constant inside `lateral`. So each half walks its index in order and stops after a page (a plain join would
-- sort everything).
list_candidates as (
    select found.id, found.created_at, found.updated_at, found.size
      from list_filter, start, lateral (
        (select r.id, r.created_at, r.updated_at, r.submitter_size + r.receiver_size as size
           from request r
          where r.submit_company = list_filter.company and list_filter.type <> 'INBOUND'
            and (r.created_at, r.id) < (start.at, start.id)
            and r.created_at > start.created_after and r.updated_at > start.updated_after
            and (list_filter.status in ('ALL', r.status)
                 or list_filter.status = 'PENDINGACTION' and r.status = 'INFORMATION' and not r.information_answered)
            and (list_filter.case_number is null or r.submitter_case_number = list_filter.case_number)
          order by r.created_at desc, r.id desc limit start.count)
        union all
        (select r.id, r.created_at, r.updated_at, r.submitter_size + r.receiver_size as size
           from request r
          where r.receive_company = list_filter.company and list_filter.type <> 'OUTBOUND'
            and (r.created_at, r.id) < (start.at, start.id)
            and r.created_at > start.created_after and r.updated_at > start.updated_after
            and (list_filter.status in ('ALL', r.status)
                 or list_filter.status = 'PENDINGACTION' and (r.status = 'OPEN' or r.status = 'INFORMATION' and r.information_answered))
            and (list_filter.case_number is null or r.receiver_case_number = list_filter.case_number)
          order by r.created_at desc, r.id desc limit start.count)) found
)
