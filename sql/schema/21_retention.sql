-- retention: the deletion of old closed requests (CollabRetention requests=).

-- Deletes requests that were closed more than `days` days ago, with all their rows, oldest first: at most `most` requests and about
-- 10,000 rows. It skips locked requests, and requests with an event that is undelivered, is a dead letter, or waits in a
-- replay. It deletes no events; event_retire.sql does.
-- * It runs with the owner's rights, because the dispatcher may not delete requests. So it checks all conditions itself.
-- * The lock class is COLLAB_LOCK_REQUEST_DELETE of mod_collab/base/locks.h. A statement that lists deliveries for a replay
--   (replay_start.sql) holds the lock shared. So this function sees a replay that commits first, and a later replay waits.
-- last: where the next batch begins; null: no further batch.
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
    -- An upload that is under way at the closure adds events to the request afterwards, but for at most a day. So no event of the batch
    -- is later than a day after the batch's last closure.
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
    -- A stored response may contain these requests, and is valid for a day. Without this deletion an expired response would stay
    -- until a client sends another key (idempotency_claim).
    delete from idempotency where (account, scope, key) in (
        select account, scope, key from idempotency where created_at <= until order by created_at limit 1000 for update skip locked);
    done := cardinality(deletable);
end $$;
revoke all on function delete_closed_requests(int, timestamptz, int) from public;
