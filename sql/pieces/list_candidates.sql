-- list_candidates: the requests that match `list_filter`, in the range that `start` describes (at, id: after this row; count): up to
-- `count` from each of the two indexes; null: all. list_filter and start have one row each, whose values are constant inside
-- `lateral`. So each half walks its index in order and stops after a page (a plain join would sort everything). A query looks
-- through the newest 5,000 requests that match the rest of the filter, for it reads the text of each.
list_range as (
    select case when list_filter.words is null then start.at else 'infinity' end as at, start.id,
           case when list_filter.words is null then start.count else 5000 end as count
      from list_filter, start
),
list_match as (
    select found.*
      from list_filter, list_range range, lateral (
        (select r.id, r.created_at, r.updated_at, case when list_filter.summary then 2048 else r.submitter_size + r.receiver_size end as size,
                case when list_filter.words is not null then concat_ws(' ', '', r.summary, r.submitter_case_number, r.receiver_case_number) end as text
           from request r
          where r.submit_company = list_filter.company and list_filter.type <> 'INBOUND'
            and (r.created_at, r.id) < (range.at, range.id)
            and r.created_at > list_filter.created_after and r.updated_at > list_filter.updated_after
            and (list_filter.status in ('ALL', r.status)
                 or list_filter.status = 'PENDINGACTION' and r.status = 'INFORMATION' and not r.information_answered)
            and (list_filter.case_number is null or r.submitter_case_number = list_filter.case_number)
            and (list_filter.priority is null or r.priority = list_filter.priority)
            and (list_filter.partner is null or r.receive_company = list_filter.partner)
          order by r.created_at desc, r.id desc limit range.count)
        union all
        (select r.id, r.created_at, r.updated_at, case when list_filter.summary then 2048 else r.submitter_size + r.receiver_size end as size,
                case when list_filter.words is not null then concat_ws(' ', '', r.summary, r.submitter_case_number, r.receiver_case_number) end as text
           from request r
          where r.receive_company = list_filter.company and list_filter.type <> 'OUTBOUND'
            and (r.created_at, r.id) < (range.at, range.id)
            and r.created_at > list_filter.created_after and r.updated_at > list_filter.updated_after
            and (list_filter.status in ('ALL', r.status)
                 or list_filter.status = 'PENDINGACTION' and (r.status = 'OPEN' or r.status = 'INFORMATION' and r.information_answered))
            and (list_filter.case_number is null or r.receiver_case_number = list_filter.case_number)
            and (list_filter.priority is null or r.priority = list_filter.priority)
            and (list_filter.partner is null or r.submit_company = list_filter.partner)
          order by r.created_at desc, r.id desc limit range.count)) found
),
list_candidates as (
    select id, created_at, updated_at, size from list_match, list_filter where list_filter.words is null
    union all
    select newest.id, newest.created_at, newest.updated_at, newest.size
      from list_filter, start, (select list_match.* from list_match, list_filter where list_filter.words is not null
                                 order by list_match.created_at desc, list_match.id desc limit 5000) newest
     where (newest.created_at, newest.id) < (start.at, start.id)
       and regexp_replace(lower(unaccent(newest.text)), '[^[:alnum:]]+', ' ', 'g') like all (list_filter.words)
)
