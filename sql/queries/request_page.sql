-- request_page: the caller's requests, newest first, by page number with exact totals: for old clients, no hot path.
-- binds: query.page, query.size, query.includeRemovedNotes
-- outcomes: ok, unauthenticated
-- with: caller, wanted
, sheet as (
    select coalesce($1::bigint, 0) as number, coalesce($2::int, 50) as size
), hit as (
    select r.id, r.created_at
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
    select id, created_at from hit order by created_at desc, id desc
     limit (select size from sheet) offset (select number * size from sheet)
), shown as (
    select request.*, coalesce($3::boolean, false) as with_removed from page join request using (id)
),
-- piece: record
select 'ok' as outcome,
       '{"content":[' || coalesce((select string_agg(body, ',' order by created_at desc, id desc) from record), '')
       || '],"totalElements":' || total.n
       || ',"totalPages":' || (total.n + sheet.size - 1) / sheet.size
       || ',"size":' || sheet.size
       || ',"number":' || sheet.number
       || ',"nextCursor":' || coalesce((select '"' || (extract(epoch from created_at) * 1000000)::bigint || '-' || id || '"'
                                          from page where (sheet.number + 1) * sheet.size < total.n
                                         order by created_at, id limit 1), 'null') || '}' as body
  from wanted, total, sheet
union all
select 'unauthenticated', null where not exists (select from caller)
