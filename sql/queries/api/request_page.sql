-- request_page: the caller's requests, newest first, by page number with exact totals: for old clients, no hot path.
-- binds: query.page, query.size, query.includeRemovedNotes
-- outcomes: ok, not-modified, unauthenticated
-- with: caller, wanted
, sheet as (
    select $1::bigint as number, $2::int as size
), hit as (
    select r.id, r.created_at, r.updated_at
      from request r, wanted
     where (r.submit_company = wanted.company and wanted.type <> 'INBOUND'
            and (wanted.status in ('ALL', r.status) or wanted.status = 'PENDINGACTION' and r.status = 'INFORMATION' and not r.information_answered)
            and (wanted.case_number is null or r.submitter_case_number = wanted.case_number))
        or (r.receive_company = wanted.company and wanted.type <> 'OUTBOUND'
            and (wanted.status in ('ALL', r.status)
                 or wanted.status = 'PENDINGACTION' and (r.status = 'OPEN' or r.status = 'INFORMATION' and r.information_answered))
            and (wanted.case_number is null or r.receiver_case_number = wanted.case_number))
), total as (
    select count(*) as n from hit
), page as (
    select * from hit order by created_at desc, id desc limit (select size from sheet) offset (select number * size from sheet)
), shown as (
    select request.*, wanted.company as caller_company, $3::boolean as with_removed from wanted, page join request using (id)
),
-- piece: record
, version as (          -- of the rows that are shown, their order, and what else the page says
    select wanted.company as id,
           md5(concat(wanted.company, ' ', total.n, ' ', sheet.number, ' ', sheet.size, ' ', page.rows)) as etag,
           concat('{"content":[', (select string_agg(record.body, ',' order by record.created_at desc, record.id desc) from record),
                  '],"totalElements":', total.n,
                  ',"totalPages":', (total.n + sheet.size - 1) / sheet.size,
                  ',"size":', sheet.size,
                  ',"number":', sheet.number,
                  ',"nextCursor":', case when (sheet.number + 1) * sheet.size < total.n then '"' || page.last || '"' else 'null' end, '}') as body
      from wanted, total, sheet, (select string_agg(id || ' ' || updated_at, ',' order by created_at desc, id desc) as rows,
                                         (array_agg(micros(created_at) || '-' || id order by created_at, id))[1] as last from page) page
)
-- piece: answer
