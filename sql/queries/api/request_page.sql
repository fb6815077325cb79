-- request_page: the caller's requests, newest first, by page number with exact totals. For old clients; not a hot path. Returns the
-- page's first run; `next` is the argument with which request_rest returns the rest.
-- binds: query.page, query.size, query.includeRemovedNotes
-- outcomes: ok, unauthenticated
-- with: caller, list_filter
, paging as (select $1::bigint as number, $2::int as size),
start as (select timestamptz 'infinity' as at, 0::bigint as id, null::int as count),
-- piece: list_candidates
, total as (select count(*) as n from list_candidates),
candidate as (select * from list_candidates order by created_at desc, id desc limit (select size from paging) offset (select number * size from paging)),
-- piece: sized
, page as (             -- aggregates keep the order of sorted input, and need no sort
    select counted.*, micros(last) as last_at, ids[cardinality(ids)] as last_id
      from (select array_agg(id) as ids, count(*) filter (where fits) as shown, min(created_at) as last from sized) counted
),
visible_request as (
    select request.*, key.n, list_filter.company as caller_company, $3::boolean as with_removed, list_filter.summary as brief
      from list_filter, unnest((select ids[1:shown] from page)) with ordinality key (id, n) join request using (id)
),
-- piece: record, run
, shown as (select string_agg(body, ',') as body from run)
select 'ok' as outcome, '{"content":[' as opening, coalesce(shown.body, '') as body,
       case when page.shown < cardinality(page.ids) then page.ids[page.shown + 1:]::text end as next,
       concat('],"totalElements":', total.n, ',"totalPages":', (total.n + paging.size - 1) / paging.size,
              ',"size":', paging.size, ',"number":', paging.number,
              ',"nextCursor":', case when (paging.number + 1) * paging.size < total.n then
-- piece: list_cursor
              else 'null' end, '}') as closing
  from list_filter, total, paging, page, shown
