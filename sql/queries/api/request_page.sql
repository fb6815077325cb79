-- request_page: the caller's requests, newest first, by page number with exact totals. For old clients; not a hot path.
-- binds: query.page, query.size, query.includeRemovedNotes
-- outcomes: ok, not-modified, unauthenticated
-- with: caller, list_filter
, paging as (select $1::bigint as number, $2::int as size),
hit as (
    select r.id, r.created_at, r.updated_at
      from request r, list_filter
     where (r.submit_company = list_filter.company and list_filter.type <> 'INBOUND'
            and (list_filter.status in ('ALL', r.status) or list_filter.status = 'PENDINGACTION' and r.status = 'INFORMATION' and not r.information_answered)
            and (list_filter.case_number is null or r.submitter_case_number = list_filter.case_number))
        or (r.receive_company = list_filter.company and list_filter.type <> 'OUTBOUND'
            and (list_filter.status in ('ALL', r.status)
                 or list_filter.status = 'PENDINGACTION' and (r.status = 'OPEN' or r.status = 'INFORMATION' and r.information_answered))
            and (list_filter.case_number is null or r.receiver_case_number = list_filter.case_number))
), total as (select count(*) as n from hit),
page as (
    select * from hit order by created_at desc, id desc limit (select size from paging) offset (select number * size from paging)
), visible_request as (
    select request.*, list_filter.company as caller_company, $3::boolean as with_removed from list_filter, page join request using (id)
),
-- piece: record
, version as (          -- of the rows shown, their order, and the rest of the page's data
    select list_filter.company as id,
           md5(concat(list_filter.company, ' ', total.n, ' ', paging.number, ' ', paging.size, ' ', page.rows)) as etag,
           concat('{"content":[', (select string_agg(record.body, ',' order by record.created_at desc, record.id desc) from record),
                  '],"totalElements":', total.n, ',"totalPages":', (total.n + paging.size - 1) / paging.size,
                  ',"size":', paging.size, ',"number":', paging.number,
                  ',"nextCursor":', case when (paging.number + 1) * paging.size < total.n then '"' || page.last || '"' else 'null' end, '}') as body
      from list_filter, total, paging, (select string_agg(id || ' ' || updated_at, ',' order by created_at desc, id desc) as rows,
                                         (array_agg(micros(created_at) || '-' || id order by created_at, id))[1] as last from page) page
)
-- piece: answer
