-- request_rest: the next run of a page that request_page found. Returns the requests whose ids are in value.after, in the order of
-- these ids, in their current state. No row if the caller may no longer see them.
-- binds: value.after, query.includeRemovedNotes
-- outcomes: ok, unauthenticated
-- with: caller
, candidate as (
    select key.n, case when {query.fields?}::text is not null then 2048 else request.submitter_size + request.receiver_size end as size
      from unnest($1::bigint[]) with ordinality key (id, n) join request using (id) order by key.n
),
-- piece: sized
, page as (select $1::bigint[] as ids, max(n) filter (where fits) as shown from sized),
visible_request as (
    select request.*, key.n, caller.company as caller_company, $2::boolean as with_removed, {query.fields?}::text is not null as brief
      from caller, unnest((select ids[1:shown] from page)) with ordinality key (id, n) join request using (id)
     where caller.company in (request.submit_company, request.receive_company)
),
-- piece: record, run
, shown as (select string_agg(body, ',') as body from run)
select 'ok' as outcome, shown.body, case when page.shown < cardinality(page.ids) then page.ids[page.shown + 1:]::text end as next
  from caller, page, shown
