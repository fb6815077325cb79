-- retention: how requests go that were closed long ago (CollabRetention requests=).

-- Deletes requests that were closed more than `days` days ago, with all that belongs to them, oldest first: at most `most` of them,
-- and about 10,000 rows. Stays behind: a request that somebody has locked, and one with an event that is still to be delivered, has a
-- dead letter or is about to be replayed. Events stay (event_retire.sql), so no event of a deletion is needed either.
-- It runs with the owner's rights, because the dispatcher may delete no request, and therefore checks all conditions itself.
-- The lock class is COLLAB_LOCK_REQUEST_DELETE of mod_collab/base/locks.h. Whoever lists deliveries for a replay (replay_start.sql)
-- holds it too, shared: a replay that commits first is seen here, and one that begins later waits.
-- last: the next batch begins after it; null: this was the last one.
create function delete_closed_requests(days int, after timestamptz, most int, out done int, out last timestamptz)
language plpgsql security definer set search_path = collab, pg_temp as $$
declare
    until constant timestamptz := statement_timestamp() - days * interval '1 day';
    batch bigint[];
    newest_event bigint;
    deletable bigint[];
begin
    done := 0;
    if days < 1 or most not between 1 and 1000 then
        raise exception 'at least a day, and at most 1000 requests at a time' using errcode = 'invalid_parameter_value';
    end if;
    if not pg_try_advisory_xact_lock(27760, 0) then return; end if;
    -- An event of a batch is at most a day younger than the last of its closures: a file was on its way to the storages.
    select array_agg(id) filter (where fits), case when count(*) = most or not bool_and(fits) then max(closed_at) filter (where fits) end,
           (select id from event where created_at < max(closed_at) + interval '1 day' order by created_at desc limit 1)
      into batch, last, newest_event
      from (select id, closed_at, coalesce(sum(rows) over (order by closed_at, id rows between unbounded preceding and 1 preceding), 0) < 10000 as fits
              from (select id, closed_at, 1 + submitter_notes + receiver_notes + submitter_responses + receiver_responses as rows
                      from request where closed_at > after and closed_at < until order by closed_at limit most) x) y;
    deletable := array(
        with referring (event) as (
            select event from outbox where channel in (select id from channel) and event <= newest_event
            union all select event from delivery where event <= newest_event
            union all select event from dead_letter where event <= newest_event
            union all select event from replay_item where event <= newest_event
        )
        select id from request
         where id = any (batch) and closed_at < until and status = 'CLOSED'
           and id not in (select e.request from referring join event e on e.id = referring.event where e.request is not null)
           for update skip locked);
    delete from note where request = any (deletable);
    delete from response where request = any (deletable);
    delete from attachment where request = any (deletable);
    delete from attachment_name where request = any (deletable);
    delete from attachment_storage where request = any (deletable);
    delete from request where id = any (deletable);
    -- Responses that showed them, stored for a day: by itself such a row goes only when somebody else sends a key.
    delete from idempotency where (account, scope, key) in (
        select account, scope, key from idempotency where created_at <= until order by created_at limit 1000 for update skip locked);
    done := cardinality(deletable);
end $$;
revoke all on function delete_closed_requests(int, timestamptz, int) from public;
