-- request_list: the caller's requests, newest first, by cursor: as fast at the end as at the start.
-- binds: query.cursor
-- outcomes: ok, unauthenticated
-- with: caller, wanted
, start as (            -- a cursor is "<microseconds>-<id>" of the last row that was shown
    select case when $1 = '' then 'infinity' else timestamptz 'epoch' + split_part($1, '-', 1)::bigint * interval '1 microsecond' end as at,
           case when $1 = '' then 0 else split_part($1, '-', 2)::bigint end as id
),
-- piece: half
, page as (
    select id, created_at from half order by created_at desc, id desc limit (select size from wanted)
), shown as (
    select request.*, false as with_removed from page join request using (id)
),
-- piece: record
select 'ok' as outcome,
       '{"content":[' || coalesce((select string_agg(body, ',' order by created_at desc, id desc) from record), '')
       || '],"size":' || wanted.size
       || ',"nextCursor":' || coalesce((select '"' || (extract(epoch from created_at) * 1000000)::bigint || '-' || id || '"'
                                          from page where (select count(*) from half) > wanted.size
                                         order by created_at, id limit 1), 'null') || '}' as body
  from wanted
union all
select 'unauthenticated', null where not exists (select from caller)
