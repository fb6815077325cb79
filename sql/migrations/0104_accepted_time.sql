-- The accepted time, on which everything irreversible happens (docs/decisions.md, "Nothing irreversible happens on a time that nobody
-- vouches for"). While the database's clock is within an hour of it, the accepted time is the clock. Else the two have parted: the
-- accepted time goes on by the time that dispatchers measure, until somebody accepts the clock (collabctl clock accept), or until the
-- gap has been constant for 72 hours in which a dispatcher ran.
create table accepted_time (
    id          int primary key default 1 check (id = 1),
    accepted    timestamptz not null default clock_timestamp(),     -- at the last step
    step        bigint not null default 0,      -- number of the last step; a dispatcher that knows an older number has lost its turn.
                                                -- 0: none yet, so the first step accepts the clock
    gap         interval,                       -- the clock minus the accepted time, as `steady_for` knows it; null: they have not parted
    parted_for  interval not null default '0',  -- running time since they parted
    steady_for  interval not null default '0'   -- running time in which the gap was within a minute of `gap`
);
insert into accepted_time default values;

-- The earlier of the clock and the accepted time; null if the row is missing, so that nothing happens. Statements write
-- `(select accepted_now())`, which is evaluated once.
create function accepted_now() returns timestamptz language plpgsql stable parallel safe as $$
begin
    return (select least(statement_timestamp(), accepted) from collab.accepted_time where id = 1);
end $$;

-- The ids that were given out before each day of the accepted time. What is written while the clock is far behind has an old time, but
-- no old id. So a row is old only if its id is, too. The row of -infinity stands for all that is older than this table.
create table day_mark (
    day         date primary key,           -- UTC
    event       bigint not null,            -- the last id of these
    dead_letter bigint not null,
    audit       bigint not null
);
insert into day_mark
select '-infinity', coalesce((select max(id) from event), 0), coalesce((select max(id) from dead_letter), 0), coalesce((select max(id) from audit), 0);

-- The largest ids that may be from before this moment; null if it is null.
create function ids_before(moment timestamptz, out event bigint, out dead_letter bigint, out audit bigint) language sql stable
begin atomic
    select m.event, m.dead_letter, m.audit from day_mark m where m.day <= (moment at time zone 'UTC')::date + 1 order by m.day desc limit 1;
end;

-- One step: adds the running time since step `of_step`, a minute at most, unless another dispatcher has made a step since. Returns the
-- present step, and whether it is this one. It runs with the owner's rights: a dispatcher may not set the accepted time.
create function advance_accepted_time(of_step bigint, microseconds bigint, out now_at bigint, out counted boolean)
language plpgsql security definer set search_path = collab, pg_temp as $$
declare
    passed constant interval := least(greatest(microseconds, 0), 60000000) * interval '1 microsecond';
    held accepted_time;
    clock timestamptz;
    gap interval;
begin
    select * into held from accepted_time where id = 1 and step = of_step for update;
    counted := found;
    if counted then
        clock := clock_timestamp();         -- after the wait for the row
        held.accepted := held.accepted + passed;
        gap := clock - held.accepted;
        if held.gap is null or abs(extract(epoch from gap - held.gap)) > 60 then
            held.parted_for := case when held.gap is null then interval '0' else held.parted_for + passed end;
            held.steady_for := '0';
            held.gap := gap;
        else
            held.parted_for := held.parted_for + passed;
            held.steady_for := held.steady_for + passed;
        end if;
        -- A minute more than an hour: a clock that is wrong by exactly an hour agrees, and so it does when it is set right.
        if held.step = 0 or abs(extract(epoch from gap)) <= 3660 or held.steady_for >= interval '72 hours' then
            held.accepted := clock;
            held.gap := null;
            held.parted_for := '0';
            held.steady_for := '0';
        end if;
        update accepted_time
           set accepted = held.accepted, step = step + 1, gap = held.gap, parted_for = held.parted_for, steady_for = held.steady_for
         where id = 1;
        if not exists (select from day_mark where day = (held.accepted at time zone 'UTC')::date) then
            insert into day_mark
            select (held.accepted at time zone 'UTC')::date, e.last_value, d.last_value, a.last_value from event_id_seq e, dead_letter_id_seq d, audit_id_seq a;
        end if;
    end if;
    now_at := (select step from accepted_time where id = 1);
end $$;
revoke all on function advance_accepted_time(bigint, bigint) from public;

-- As in the baseline, but by the accepted time. Nodes of 0.1.0 call these functions, too.

create or replace function drop_attempt_partition(days int) returns date language plpgsql security definer
    set search_path = collab, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
    oldest text := (select min(c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid
                     where i.inhparent = 'collab.attempt'::regclass and c.relname ~ '^attempt_[0-9]{8}$');
    day date := to_date(right(oldest, 8), 'YYYYMMDD');
begin
    if days < 1 or (day < accepted_now()::date - days) is not true then return null; end if;
    execute format('drop table collab.%I', oldest);
    delete from ended_queue where at < day;
    return day;
end $$;

create or replace function audit_retire(days int, most int) returns bigint language plpgsql security definer set search_path = collab, pg_temp as $$
declare deleted bigint;
begin
    if days is null or days < 30 then raise 'the audit is kept for 30 days at least'; end if;
    delete from audit where id in (select id from audit where at < (select accepted_now()) - days * interval '1 day'
                                            and id + 0 <= (select i.audit from ids_before((select accepted_now()) - days * interval '1 day') i)
                                          order by at limit most for update skip locked);
    get diagnostics deleted = row_count;
    return deleted;
end $$;

create or replace function keep_previous_secret() returns trigger language plpgsql security definer set search_path = collab, pg_temp as $$
begin
    delete from previous_secret
     where subscription = old.id and (until <= accepted_now() or new.previous_expires_at <= clock_timestamp());         -- an overlap of 0 ends now
    insert into previous_secret (subscription, secret, until)
    select old.id, old.secret, new.previous_expires_at where new.previous_expires_at > clock_timestamp();
    return new;
end $$;

create or replace function delete_closed_requests(days int, after timestamptz, most int, out done int, out last timestamptz)
language plpgsql security definer set search_path = collab, pg_temp as $$
declare
    until constant timestamptz := accepted_now() - days * interval '1 day';
    last_old_event constant bigint := coalesce((select event from ids_before(until)), 0);
    batch bigint[];
    newest_event bigint;
    deletable bigint[];
begin
    done := 0;
    if days < 1 or most not between 1 and 1000 then
        raise exception 'at least a day, and at most 1000 requests at a time' using errcode = 'invalid_parameter_value';
    end if;
    if not pg_try_advisory_xact_lock(27760, 0) then return; end if;
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

-- As in the baseline, but in the order of sql/README.md. The migration that calls it has taken these locks, or stronger ones.
create or replace function rewrite_rendered() returns void language plpgsql as $$
begin
    lock table request, response, note in share row exclusive mode;
    insert into rewrite (after) values (0) on conflict (id) do update set after = 0;
end $$;

-- Stored times that lie more than a minute ahead of the clock were stored while the clock was wrong: they become the present time.
-- Otherwise a lock, a throttle or a pause would last as long as the clock was ahead. Does nothing while the clock and the accepted
-- time have parted, because a clock that is behind would make all times of the last minutes look so. Within an hour it may be behind
-- unnoticed. So tokens_since must be an hour ahead: an earlier one would make tokens valid that were ended. Returns the number of rows.
create function pull_back_times() returns bigint language plpgsql security definer set search_path = collab, pg_temp as $$
declare
    ahead constant timestamptz := statement_timestamp() + interval '1 minute';
    present constant timestamptz := statement_timestamp();
    total bigint := 0;
    n bigint;
begin
    if not exists (select from accepted_time where gap is null and abs(extract(epoch from present - accepted)) <= 3660) then return 0; end if;
    update account set tokens_since = present
     where id in (select id from account where tokens_since > present + interval '61 minutes' limit 1000 for no key update skip locked);
    get diagnostics n = row_count; total := total + n;
    update idempotency set created_at = present
     where (account, scope, key) in (select account, scope, key from idempotency where created_at > ahead order by created_at desc limit 1000 for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update replay set next_at = least(next_at, present), tried_from = least(tried_from, present)
     where id in (select id from replay where state = 'running' and (next_at > ahead or tried_from > ahead) limit 1000 for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update login_failure set since = present where (name, address) in (select name, address from login_failure where since > ahead limit 1000 for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update login_address set since = present where address in (select address from login_address where since > ahead limit 1000 for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update login_name set since = least(since, present), tried_at = least(tried_at, present)
     where name in (select name from login_name where since > ahead or tried_at > ahead limit 1000 for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update login_network set seen_at = present where (account, network) in (select account, network from login_network where seen_at > ahead limit 1000 for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update jwks set tried_at = least(tried_at, present), fetched_at = least(fetched_at, present), wanted_at = least(wanted_at, present)
     where url in (select url from jwks where tried_at > ahead or fetched_at > ahead or wanted_at > ahead for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update member_alert set told_at = present where subscription in (select subscription from member_alert where told_at > ahead limit 1000 for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update node set seen_at = present where (name, process) in (select name, process from node where seen_at > ahead for update skip locked);
    get diagnostics n = row_count; total := total + n;
    update previous_secret set until = present + interval '7 days'      -- the longest overlap: a receiver may still need the secret
     where id in (select id from previous_secret where until > ahead + interval '7 days' limit 1000 for update skip locked);
    get diagnostics n = row_count;
    return total + n;
end $$;
revoke all on function pull_back_times() from public;
