-- request_list: the caller's requests, newest first, by cursor: the last page is as fast as the first.
-- binds: query.cursor, query.size, query.includeRemovedNotes
-- outcomes: ok, not-modified, unauthenticated
-- with: caller, list_filter
, start as (            -- a cursor is "<microseconds>-<id>" of the last row shown
    select case when $1 = '' then 'infinity' else timestamptz 'epoch' + split_part($1, '-', 1)::bigint * interval '1 microsecond' end as at,
           case when $1 = '' then 0 else split_part($1, '-', 2)::bigint end as id,
           timestamptz '-infinity' as created_after, timestamptz '-infinity' as updated_after,
           $2::int + 1 as count      -- one more than is shown: is there another page?
),
-- piece: list_candidates
, counted_candidate as (select list_candidates.*, count(*) over () as found from list_candidates),
page as (select * from counted_candidate order by created_at desc, id desc limit $2::int),
visible_request as (
    select request.*, list_filter.company as caller_company, $3::boolean as with_removed from list_filter, page join request using (id)
),
-- piece: record
, version as (          -- of the rows shown, their order, and the rest of the page's data
    select list_filter.company as id,
           md5(concat(list_filter.company, ' ', $2::int + 1, ' ', coalesce(page.found, 0), ' ', page.rows)) as etag,
           concat('{"content":[', (select string_agg(record.body, ',' order by record.created_at desc, record.id desc) from record),
                  '],"size":', $2::int,
                  ',"nextCursor":', case when page.found > $2::int then '"' || page.last || '"' else 'null' end, '}') as body
      from list_filter, (select max(found) as found, string_agg(id || ' ' || updated_at, ',' order by created_at desc, id desc) as rows,
                           (array_agg(micros(created_at) || '-' || id order by created_at, id))[1] as last from page) page
)
-- piece: answer
