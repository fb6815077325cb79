-- request_batch: the next run of the caller's requests, newest first, behind the row `after` (null: from the beginning); a list is read in such runs,
-- so that neither side holds more than one of them, and no connection is held while it is written.
-- binds: value.after, value.count, query.createdAfter, query.updatedAfter, query.includeRemovedNotes
-- outcomes: ok, unauthenticated
-- with: caller, wanted
, start as (
    select case when $1::text is null then 'infinity' else timestamptz 'epoch' + split_part($1, '-', 1)::bigint * interval '1 microsecond' end as at,
           case when $1::text is null then 0 else split_part($1, '-', 2)::bigint end as id,
           coalesce($3::timestamptz, '-infinity') as created_after, coalesce($4::timestamptz, '-infinity') as updated_after,
           $2::int as count
),
-- piece: half
, page as (
    select id, created_at from half order by created_at desc, id desc limit (select count from start)
), shown as (
    select request.*, $5::boolean as with_removed from page join request using (id)
),
-- piece: record
select 'ok' as outcome,
       coalesce((select string_agg(body, ',' order by created_at desc, id desc) from record), '') as body,
       (select (extract(epoch from created_at) * 1000000)::bigint || '-' || id from page
         where (select count(*) from page) = start.count order by created_at, id limit 1) as next
  from wanted, start
union all
select 'unauthenticated', null, null where not exists (select from caller)
