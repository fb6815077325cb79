-- request_batch: the next run of the caller's requests, newest first: up to `count` requests after the row `after` (null: from the
-- beginning). Because a list is read in runs, httpd and PostgreSQL hold at most one run in memory, and no connection is borrowed while a
-- run is written to the client.
-- binds: value.after, value.count, query.includeRemovedNotes
-- outcomes: ok, unauthenticated
-- with: caller, list_filter
, start as (
    select case when $1::text is null then 'infinity' else timestamptz 'epoch' + split_part($1, '-', 1)::bigint * interval '1 microsecond' end as at,
           case when $1::text is null then 0 else split_part($1, '-', 2)::bigint end as id, case when {query.query?}::text is null then $2::int else 5000 end as count
),
-- piece: list_candidates
, candidate as (select * from list_candidates order by created_at desc, id desc limit $2::int),
-- piece: sized
, page as (             -- aggregates keep the order of sorted input, and need no sort
    select count(*) as found, count(*) filter (where fits) as shown, array_agg(id) as ids, array_agg(created_at) as times from sized
),
visible_request as (
    select request.*, key.n, list_filter.company as caller_company, $3::boolean as with_removed, list_filter.summary as brief
      from list_filter, unnest((select ids[1:shown] from page)) with ordinality key (id, n) join request using (id)
),
-- piece: record, run
, shown as (select string_agg(body, ',') as body from run)
select 'ok' as outcome, coalesce(shown.body, '') as body,
       case when page.shown < page.found or page.shown = $2::int then micros(page.times[page.shown]) || '-' || page.ids[page.shown] end as next
  from list_filter, page, shown
