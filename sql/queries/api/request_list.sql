-- request_list: the caller's requests, newest first, in pages by cursor: the last page is as fast as the first. A page ends
-- after the record that brings it to about 1 MiB (piece sized).
-- binds: query.cursor, query.size, query.includeRemovedNotes
-- outcomes: ok, not-modified, unauthenticated
-- with: caller, list_filter
, start as (            -- query.cursor, once checked, is "<microseconds>-<id>" of the last row shown
    select case when $1 = '' then 'infinity' else timestamptz 'epoch' + split_part($1, '-', 1)::bigint * interval '1 microsecond' end as at,
           case when $1 = '' then 0 else split_part($1, '-', 2)::bigint end as id,
           case when {query.query?}::text is null then $2::int + 1 else 5000 end as count      -- one more than shown, to see whether another page follows
),
-- piece: list_candidates
, candidate as (select * from list_candidates order by created_at desc, id desc limit $2::int + 1),
-- piece: sized
, page as (             -- aggregates keep the order of sorted input, and need no sort
    select counted.*, micros(times[shown]) as last_at, ids[shown] as last_id
      from (select count(*) as found, least(count(*) filter (where fits), $2::int) as shown, array_agg(id) as ids, array_agg(created_at) as times,
                   string_agg(id || ' ' || updated_at, ',') as rows
              from sized) counted
),
visible_request as (
    select request.*, key.n, list_filter.company as caller_company, $3::boolean as with_removed, list_filter.summary as brief
      from list_filter, unnest((select ids[1:shown] from page)) with ordinality key (id, n) join request using (id)
),
-- piece: record, run
, version as (          -- covers the page's rows, the order of the rows, and the page's other data
    select list_filter.company as id,
           md5(concat(list_filter.company, ' ', $2::int + 1, ' ', page.found, ' ', page.rows)) as etag,
           (select string_agg(part, case when n > 1 then ',' end)       -- concat would copy the whole text again
              from (select 0::bigint as n, '{"content":['::text as part
                    union all
                    select n, body from run
                    union all
                    select 0::bigint, concat('],"size":', $2::int, ',"nextCursor":', case when page.found > page.shown then
-- piece: list_cursor
                                             else 'null' end, '}')
                   ) part) as body
      from list_filter, page
)
-- piece: answer
