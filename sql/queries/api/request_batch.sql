-- request_batch: the next batch of the caller's requests, newest first, after the row `after` (null: from the beginning). A list
-- is read in batches, so that neither side holds more than one of them in memory, and no connection is borrowed while one is
-- being written.
-- binds: value.after, value.count, query.createdAfter, query.updatedAfter, query.includeRemovedNotes
-- outcomes: ok, unauthenticated
-- with: caller, list_filter
, start as (
    select case when $1::text is null then 'infinity' else timestamptz 'epoch' + split_part($1, '-', 1)::bigint * interval '1 microsecond' end as at,
           case when $1::text is null then 0 else split_part($1, '-', 2)::bigint end as id,
           coalesce($3::timestamptz, '-infinity') as created_after, coalesce($4::timestamptz, '-infinity') as updated_after,
           $2::int as count
),
-- piece: list_candidates
, page as (select * from list_candidates order by created_at desc, id desc limit $2::int),
visible_request as (
    select request.*, list_filter.company as caller_company, $5::boolean as with_removed from list_filter, page join request using (id)
),
-- piece: record
select 'ok' as outcome,
       coalesce((select string_agg(record.body, ',' order by record.created_at desc, record.id desc) from record), '') as body,
       case when page.rows = $2::int then page.last end as next
  from list_filter, (select count(*) as rows, (array_agg(micros(created_at) || '-' || id order by created_at, id))[1] as last from page) page
