-- request_list: the caller's requests, newest first, by cursor: the last page is as fast as the first. A page ends with the record
-- that reaches 1 MiB (piece run).
-- binds: query.cursor, query.size, query.includeRemovedNotes
-- outcomes: ok, not-modified, unauthenticated
-- with recursive: caller, list_filter
, start as (            -- a cursor is "<microseconds>-<id>" of the last row shown
    select case when $1 = '' then 'infinity' else timestamptz 'epoch' + split_part($1, '-', 1)::bigint * interval '1 microsecond' end as at,
           case when $1 = '' then 0 else split_part($1, '-', 2)::bigint end as id,
           timestamptz '-infinity' as created_after, timestamptz '-infinity' as updated_after,
           $2::int + 1 as count      -- one more than is shown: is there another page?
),
-- piece: list_candidates
, page as (             -- aggregates of a sorted sub-select keep its order, and need no sort of their own
    select count(*) as found, (array_agg(id))[1:$2::int] as ids, array_agg(created_at) as times, string_agg(id || ' ' || updated_at, ',') as rows
      from (select * from list_candidates order by created_at desc, id desc limit $2::int + 1) candidate
),
visible_request as (
    select request.*, list_filter.company as caller_company, $3::boolean as with_removed, page.ids from list_filter, page, request
),
-- piece: record, run
, version as (          -- of the page's rows, their order, and the rest of its data
    select list_filter.company as id,
           md5(concat(list_filter.company, ' ', $2::int + 1, ' ', page.found, ' ', page.rows)) as etag,
           (select concat('{"content":[', string_agg(run.body, ','),
                          '],"size":', $2::int,
                          ',"nextCursor":', case when page.found > max(run.n) then '"' || micros(page.times[max(run.n)]) || '-' || page.ids[max(run.n)] || '"' else 'null' end, '}')
              from run) as body
      from list_filter, page
)
-- piece: answer
