-- What code that an attacker has injected into a dispatcher cannot do: delete earlier than the owner has stated, and hide a change from
-- the audit log.

-- Days after which rows may be deleted (collabctl retention), null: never. Only the owner writes them. The functions below delete nothing
-- earlier, whatever a dispatcher asks for; a longer time of CollabRetention counts. These are the defaults of CollabRetention.
create table retention (
    id          int primary key default 1 check (id = 1),
    attempts    int default 30 check (attempts between 1 and 36500),
    audit       int default 365 check (audit between 30 and 36500),
    requests    int check (requests between 1 and 36500)
);
insert into retention default values;

-- As in 0104, but no earlier than `retention` says. Nodes of 0.1.0 call these functions, too.

create or replace function drop_attempt_partition(days int) returns date language plpgsql security definer
    set search_path = collab, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
    kept constant int := (select greatest(days, attempts) from retention where attempts is not null);
    oldest text := (select min(c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid
                     where i.inhparent = 'collab.attempt'::regclass and c.relname ~ '^attempt_[0-9]{8}$');
    day date := to_date(right(oldest, 8), 'YYYYMMDD');
begin
    if days < 1 or (day < accepted_now()::date - kept) is not true then return null; end if;
    execute format('drop table collab.%I', oldest);
    delete from ended_queue where at < day;
    return day;
end $$;

create or replace function audit_retire(days int, most int) returns bigint language plpgsql security definer set search_path = collab, pg_temp as $$
declare
    kept constant int := (select greatest(days, r.audit) from retention r where r.audit is not null);
    deleted bigint;
begin
    if days is null or days < 30 then raise 'the audit is kept for 30 days at least'; end if;
    delete from audit where id in (select id from audit where at < (select accepted_now()) - kept * interval '1 day'
                                            and id + 0 <= (select i.audit from ids_before((select accepted_now()) - kept * interval '1 day') i)
                                          order by at limit most for update skip locked);
    get diagnostics deleted = row_count;
    return deleted;
end $$;

create or replace function delete_closed_requests(days int, after timestamptz, most int, out done int, out last timestamptz)
language plpgsql security definer set search_path = collab, pg_temp as $$
declare
    kept constant int := (select greatest(days, requests) from retention where requests is not null);
    until constant timestamptz := accepted_now() - kept * interval '1 day';
    last_old_event constant bigint := coalesce((select event from ids_before(until)), 0);
    batch bigint[];
    newest_event bigint;
    deletable bigint[];
begin
    done := 0;
    if days < 1 or most not between 1 and 1000 then
        raise exception 'at least a day, and at most 1000 requests at a time' using errcode = 'invalid_parameter_value';
    end if;
    if kept is null or not pg_try_advisory_xact_lock(27760, 0) then return; end if;
    lock table idempotency, request in row exclusive mode;         -- the order of sql/README.md
    lock table channel, outbox, event in access share mode;
    lock table response, note, attachment, attachment_name, attachment_storage in row exclusive mode;
    -- An upload that is under way at the closure adds events to the request afterwards, but for at most a day. So no event of the batch
    -- is later than a day after the batch's last closure. A clock that was set back may have given an earlier time to a higher id, so the
    -- last event alone does not tell.
    select array_agg(id) filter (where fits), case when count(*) = most or not bool_and(fits) then max(closed_at) filter (where fits) end,
           (select max(id) from (select id from event where created_at < max(closed_at) + interval '1 day' order by created_at desc limit 1000) e)
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
           and not exists (select from (select e.id from event e where e.request = request.id offset 0) x where x.id > last_old_event)      -- offset 0 forces a lookup by request
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

-- What CollabAuditLog has in place of `before` and `after` in a line that would be too long.
create function audit_hash(value jsonb) returns text language sql immutable strict parallel safe
return encode(sha256(convert_to(value::text, 'UTF8')), 'hex');

-- As in the baseline, but a line that is too long has hashes, and at least the row's id.
create or replace function audit_log_lines(most int) returns table (id bigint, line text) language sql stable security definer set search_path = collab, pg_temp
begin atomic
    select u.audit, case when octet_length(x.line::text) < 4096 then x.line::text when octet_length(y.line::text) < 4096 then y.line::text
                         else (jsonb_build_object('id', a.id, 'at', stamp(a.at), 'what', left(a.what, 100)) || h.hashes)::text end
      from audit_unlogged u join audit a on a.id = u.audit, lateral (select audit_line(a) as line) x,
           lateral (select jsonb_strip_nulls(jsonb_build_object('cut', true, 'beforeSha256', audit_hash(a.before), 'afterSha256', audit_hash(a.after))) as hashes) h,
           lateral (select x.line::jsonb - '{before,after}'::text[] || h.hashes as line) y
     order by u.audit limit most;
end;
revoke all on function audit_hash(jsonb) from public;
