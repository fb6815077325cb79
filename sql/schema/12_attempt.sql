-- attempt: the log of attempts, in partitions by day (UTC). Dropping an old day is cheap and leaves no dead rows. There is no
-- default partition, because PostgreSQL would have to search it whenever a day is added. The dispatcher makes
-- partitions ahead and drops old ones.

create sequence attempt_id_seq;
create table attempt (
    id              bigint not null default nextval('attempt_id_seq'),
    subscription    bigint not null,
    event           bigint not null,
    number          int not null,               -- from 1
    http_status     int not null default 0,     -- 0: no response
    success         boolean not null,
    error           text,
    response_body   text,                       -- of a failure; the webhook receiver chose the bytes: do not trust them
    duration_ms     int not null,
    created_at      timestamptz not null,
    next_attempt_at timestamptz,
    dead_letter     boolean not null default false,
    -- Phases, in microseconds; null: not applicable, or unknown.
    outbox_us       bigint,                     -- from the event until a claim took it from the outbox
    fanout_us       bigint,                     -- from taking the event until the delivery's row was written
    queue_us        bigint,                     -- from the delivery's due time until its claim
    dns_us          int,
    connect_us      int,
    tls_us          int,
    first_byte_us   int,                        -- from sending the request until the first byte of the response
    remote_address  text,
    delivery_queue  bigint,                     -- the queue in which the delivery waited
    callback_url    text,
    primary key (subscription, created_at, id), -- the order in which the log is read
    constraint attempt_response check (response_body is null or (not success and octet_length(response_body) <= 1024))
) partition by range (created_at);
alter sequence attempt_id_seq owned by attempt.id;
-- For questions about one event or attempt (collabctl deliveries). A BRIN index for the same reasons as event_request.
create index attempt_looked_up on attempt using brin (id int8_minmax_multi_ops, event int8_minmax_multi_ops) with (autosummarize = on);
-- For questions about failures (collabctl deliveries --state failed, --status 401, replay --refused-since-rotation). Without
-- this index a search for the last failures would read all the successes between them. The status is a key column, so that a scan of
-- the index can filter by it.
create index attempt_failed on attempt (subscription, created_at, id, http_status) where not success;
-- For attempt_dropped. The index contains only retries, so first attempts, which are nearly all attempts, cost nothing.
create index attempt_retried on attempt (delivery_queue, event, number) where number > 1;

-- Makes the partition of a day unless it exists. Attaching an empty table blocks no writer of the other partitions.
create function make_attempt_partition(day date) returns boolean language plpgsql set timezone = 'UTC' as $$
declare name text := 'attempt_' || to_char(day, 'YYYYMMDD');
begin
    if to_regclass('collab.' || name) is not null then return false; end if;
    execute format('create table collab.%I (like collab.attempt including defaults including constraints)', name);
    execute format('alter table collab.attempt attach partition collab.%I for values from (%L) to (%L)',
                   name, day::timestamptz, (day + 1)::timestamptz);
    return true;
end $$;

-- Makes the partitions of yesterday (whose attempts may still be recorded), of today and of the next `days` days. Returns how many
-- of the next days have partitions without a gap; negative if today's is missing.
create function make_attempt_partitions(days int) returns int language plpgsql security definer
    set search_path = collab, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare today date := clock_timestamp()::date;
begin
    for n in -1 .. days loop
        perform make_attempt_partition(today + n);
    end loop;
    return (select count(*) - 1 from generate_series(0, days) n
             where not exists (select from generate_series(0, n) before
                                where to_regclass('collab.attempt_' || to_char(today + before, 'YYYYMMDD')) is null));
end $$;

-- Drops the oldest partition if all of it is older than `days` days. Then also deletes the rows of ended_queue from before that
-- partition's day, and returns this day. Returns null if no partition is that old. Dropping locks the whole log for a moment. If a
-- reader holds the log for more than 200 ms, the drop fails, and a later call tries again.
create function drop_attempt_partition(days int) returns date language plpgsql security definer
    set search_path = collab, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
    oldest text := (select min(c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid
                     where i.inhparent = 'collab.attempt'::regclass and c.relname ~ '^attempt_[0-9]{8}$');
    day date := to_date(right(oldest, 8), 'YYYYMMDD');
begin
    if days < 1 or day is null or day >= clock_timestamp()::date - days then return null; end if;
    execute format('drop table collab.%I', oldest);
    delete from ended_queue where at < day;
    return day;
end $$;
revoke all on function make_attempt_partition(date), make_attempt_partitions(int), drop_attempt_partition(int) from public;

-- The time since which the log contains all attempts; infinity if it has no partition.
create function attempts_kept_since() returns timestamptz language sql stable
return (select coalesce(min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'UTC', 'infinity')
          from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'collab.attempt'::regclass);

-- Why the attempt planned after this one was never made; null if it was made or is still pending. The function assumes that the times
-- of both attempts are within a day of the database's clock. Numbers repeat, because a replay counts attempts from 1 again in the
-- same queue. So the function looks for a next attempt with a larger id, which was logged later.
create function attempt_dropped(of_queue bigint, of_event bigint, of_number int, made_at timestamptz, made_as bigint) returns text language sql stable
return (select 'dropped: ' || case q.reason when 'company' then 'the company was disabled' when 'deleted' then 'the subscription was deleted'
                                            else coalesce('the subscription was retired: ' || q.reason, 'the subscription was switched off') end
          from ended_queue q
         where q.queue = of_queue
           and not exists (select from attempt a
                            where a.delivery_queue = of_queue and a.event = of_event and a.number > 1 and a.number = of_number + 1 and a.id > made_as
                              and a.created_at between made_at - interval '1 day' and q.at + interval '2 days'));

-- Whether an event is still a dead letter of the subscription: a replay removes dead letters. `offset 0` makes PostgreSQL use the index
-- for each attempt, instead of hashing all dead letters.
create function is_dead_letter(of_subscription bigint, of_event bigint) returns boolean language sql stable
return exists (select from dead_letter d where d.event = of_event and d.subscription = of_subscription offset 0);

select make_attempt_partitions(7);
