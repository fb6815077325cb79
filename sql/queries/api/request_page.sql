-- request_page: the caller's requests, newest first, by page number with exact totals: for old clients, no hot path.
-- binds: query.page, query.size, query.includeRemovedNotes
-- outcomes: ok, not-modified, unauthenticated
-- with: caller, wanted
, sheet as (
    select $1::bigint as number, $2::int as size
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
), shown as materialized (
    select request.*, $3::boolean as with_removed from page join request using (id)
),
-- piece: record
, version as (          -- of the rows that are shown, their order, and what else the page says
    select etag, coalesce(etag = any (string_to_array({request.etags}, ',')), false) as known
      from (select md5((select caller.company from caller) || ' ' || (select total.n || ' ' || sheet.number || ' ' || sheet.size from total, sheet) || ' '
                       || coalesce((select string_agg(id || ' ' || updated_at, ',' order by created_at desc, id desc) from shown), '')) as etag
             offset 0) made
)
select case when version.known then 'not-modified' else 'ok' end as outcome, version.etag,
       case when not version.known then
       '{"content":[' || coalesce((select string_agg(body, ',' order by created_at desc, id desc) from record), '')
       || '],"totalElements":' || total.n
       || ',"totalPages":' || (total.n + sheet.size - 1) / sheet.size
       || ',"size":' || sheet.size
       || ',"number":' || sheet.number
       || ',"nextCursor":' || coalesce((select '"' || (extract(epoch from created_at) * 1000000)::bigint || '-' || id || '"'
                                          from page where (sheet.number + 1) * sheet.size < total.n
                                         order by created_at, id limit 1), 'null') || '}' end as body
  from version, wanted, total, sheet
union all
select 'unauthenticated', null, null where not exists (select from caller)
