-- request_rest: the next run of a page that request_page has found: of the requests with the ids `after`, in their order. They are
-- shown as they are now. A caller who may not see them any more gets no row.
-- binds: value.after, query.includeRemovedNotes
-- outcomes: ok, unauthenticated
-- with recursive: caller
, page as materialized (select caller.company, $1::bigint[] as ids from caller),
visible_request as (
    select request.*, page.company as caller_company, $2::boolean as with_removed, page.ids
      from page join request on page.company in (request.submit_company, request.receive_company)
),
-- piece: record, run
, shown as (select string_agg(run.body, ',') as body, max(run.n) as count from run)
select 'ok' as outcome, shown.body, case when shown.count < cardinality(page.ids) then page.ids[shown.count + 1:]::text end as next
  from page, shown
