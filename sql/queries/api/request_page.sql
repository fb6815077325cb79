-- request_page: the caller's requests, newest first, by page number with exact totals. For old clients; not a hot path. It finds
-- the page, and returns its first run; `next` is what request_rest needs for the rest of it.
-- binds: query.page, query.size, query.includeRemovedNotes
-- outcomes: ok, unauthenticated
-- with recursive: caller, list_filter
, paging as (select $1::bigint as number, $2::int as size),
hit as (
    select r.id, r.created_at
      from request r, list_filter
     where (r.submit_company = list_filter.company and list_filter.type <> 'INBOUND'
            and (list_filter.status in ('ALL', r.status) or list_filter.status = 'PENDINGACTION' and r.status = 'INFORMATION' and not r.information_answered)
            and (list_filter.case_number is null or r.submitter_case_number = list_filter.case_number))
        or (r.receive_company = list_filter.company and list_filter.type <> 'OUTBOUND'
            and (list_filter.status in ('ALL', r.status)
                 or list_filter.status = 'PENDINGACTION' and (r.status = 'OPEN' or r.status = 'INFORMATION' and r.information_answered))
            and (list_filter.case_number is null or r.receiver_case_number = list_filter.case_number))
), total as (select count(*) as n from hit),
page as (               -- aggregates of a sorted sub-select keep its order, and need no sort of their own
    select array_agg(id) as ids, min(created_at) as last
      from (select * from hit order by created_at desc, id desc limit (select size from paging) offset (select number * size from paging)) found
),
visible_request as (
    select request.*, list_filter.company as caller_company, $3::boolean as with_removed, page.ids from list_filter, page, request
),
-- piece: record, run
, shown as (select string_agg(run.body, ',') as body, max(run.n) as count from run)
select 'ok' as outcome, '{"content":[' as opening, coalesce(shown.body, '') as body,
       case when shown.count < cardinality(page.ids) then page.ids[shown.count + 1:]::text end as next,
       concat('],"totalElements":', total.n, ',"totalPages":', (total.n + paging.size - 1) / paging.size,
              ',"size":', paging.size, ',"number":', paging.number,
              ',"nextCursor":', case when (paging.number + 1) * paging.size < total.n
                                     then '"' || micros(page.last) || '-' || page.ids[cardinality(page.ids)] || '"' else 'null' end, '}') as closing
  from list_filter, total, paging, page, shown
