-- request_list: the caller's requests, newest first, by cursor: as fast at the end as at the start.
-- binds: query.cursor, query.size
-- outcomes: ok, not-modified, unauthenticated
-- with: caller, wanted
, start as (            -- a cursor is "<microseconds>-<id>" of the last row that was shown
    select case when $1 = '' then 'infinity' else timestamptz 'epoch' + split_part($1, '-', 1)::bigint * interval '1 microsecond' end as at,
           case when $1 = '' then 0 else split_part($1, '-', 2)::bigint end as id,
           timestamptz '-infinity' as created_after, timestamptz '-infinity' as updated_after,
           $2::int + 1 as count      -- one more than is shown tells whether there is more
),
-- piece: half
, page as (
    select id, created_at from half order by created_at desc, id desc limit (select count - 1 from start)
), shown as materialized (
    select request.*, false as with_removed from page join request using (id)
),
-- piece: record
, version as (          -- of the rows that are shown, their order, and what else the page says
    select etag, coalesce(etag = any (string_to_array({request.etags}, ',')), false) as known
      from (select md5((select caller.company from caller) || ' ' || (select start.count || ' ' || (select count(*) from half) from start) || ' '
                       || coalesce((select string_agg(id || ' ' || updated_at, ',' order by created_at desc, id desc) from shown), '')) as etag
             offset 0) made
)
select case when version.known then 'not-modified' else 'ok' end as outcome, version.etag,
       case when not version.known then
       '{"content":[' || coalesce((select string_agg(body, ',' order by created_at desc, id desc) from record), '')
       || '],"size":' || (start.count - 1)
       || ',"nextCursor":' || coalesce((select '"' || (extract(epoch from created_at) * 1000000)::bigint || '-' || id || '"'
                                          from page where (select count(*) from half) >= start.count
                                         order by created_at, id limit 1), 'null') || '}' end as body
  from version, wanted, start
union all
select 'unauthenticated', null, null where not exists (select from caller)
