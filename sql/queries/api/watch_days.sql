-- watch_days: adds up what each company has made and stored, a row for each company and UTC day. One watcher at a time, and every
-- value.again seconds at most, so no write pays for it.
--
-- A transaction draws its ids before it commits, so a row may appear after rows with higher ids. Rows up to the ids of company_day_count
-- are final: they have been added, and are not read again. The rows above are counted anew each time, and their sum replaces the former
-- one. So each row counts once, however late it is committed. The mark next_… holds the last rows of an earlier time. It becomes final when
-- every transaction that was open then has ended. It waits for two turns at least, because a transaction has an id of a row for a
-- moment before it has a transaction id; and ten minutes at most, because a transaction of another database may last for days.
--
-- The lock on company_day_count gives the last turn's row even if this snapshot is older; then the mark is not final.
-- Statements without `octet_length(x::text)`: no stored text is decompressed.
-- The commit waits neither for the disk nor for a standby: a watcher must go on without one. What a crash undoes is counted again.
-- binds: value.again
with turn as materialized (select pg_try_advisory_xact_lock({lock.company_day}, 0) as mine, set_config('synchronous_commit', 'off', true)),
held as materialized (
    select c.*, abs(extract(epoch from statement_timestamp() - c.next_at)) as waited
      from company_day_count c, turn
     where turn.mine and abs(extract(epoch from statement_timestamp() - c.counted_at)) >= $1::float8
       for update of c
), seen as materialized (           -- last_…: the rows that this turn counts; so many at most that it never takes long
    select held.*, waited >= 2 * $1::float8 and (pg_snapshot_xmin(pg_current_snapshot()) >= next_xid or waited >= 600) as ripe,
           least(greatest((select max(id) from request), request), request + 20000) as last_request,
           least(greatest((select max(id) from note), note), note + 20000) as last_note,
           least(greatest((select max(id) from response), response), response + 20000) as last_response,
           least(answer, statement_timestamp()) as from_answer,
           least(statement_timestamp(), answer + interval '10 minutes') as last_answer
      from held
), stored as (
    select r.submit_company as company, r.created_at, 1 as requests, octet_length(r.rendered)::bigint + pg_column_size(r.internal_notes) as bytes,
           ripe and r.id <= next_request as final
      from seen join request r on r.id > seen.request and r.id <= last_request
    union all
    select n.company, n.created_at, 0, n.size, ripe and n.id <= next_note
      from seen join note n on n.id > seen.note and n.id <= last_note where n.company is not null
    union all
    select r.company, r.created_at, 0, octet_length(r.rendered), ripe and r.id <= next_response
      from seen join response r on r.id > seen.response and r.id <= last_response
    union all
    select a.company, i.created_at, 0, octet_length(i.answer), ripe and i.created_at <= next_answer
      from seen join idempotency i on i.created_at > from_answer and i.created_at <= last_answer join account a on a.id = i.account where i.answer is not null
), counted as (
    insert into company_day as d (day, company, requests, bytes, final_requests, final_bytes)
    select (created_at at time zone 'UTC')::date, company, sum(requests), sum(bytes),
           coalesce(sum(requests) filter (where final), 0), coalesce(sum(bytes) filter (where final), 0)
      from stored group by 1, 2 order by 1, 2
    on conflict (day, company) do update
       set requests = d.final_requests + excluded.requests, bytes = d.final_bytes + excluded.bytes,
           final_requests = d.final_requests + excluded.final_requests, final_bytes = d.final_bytes + excluded.final_bytes
), forgotten as (
    delete from company_day d using seen where d.day < ((select accepted_now()) at time zone 'UTC')::date - 400
)
update company_day_count c
   set counted_at = statement_timestamp(),
       request  = case when ripe then seen.next_request  else seen.request  end, next_request  = case when ripe then last_request  else seen.next_request  end,
       note     = case when ripe then seen.next_note     else seen.note     end, next_note     = case when ripe then last_note     else seen.next_note     end,
       response = case when ripe then seen.next_response else seen.response end, next_response = case when ripe then last_response else seen.next_response end,
       answer   = case when ripe then seen.next_answer   else from_answer   end, next_answer   = case when ripe then last_answer   else seen.next_answer   end,
       next_at  = case when ripe then statement_timestamp() else seen.next_at end,
       next_xid = case when ripe then pg_snapshot_xmax(pg_current_snapshot()) else seen.next_xid end
  from seen where c.id = seen.id
