-- attempt: the log of attempts in day partitions (UTC): a day that nobody needs any more is dropped, which costs nothing and
-- leaves nothing behind. There is no default partition: it would have to be searched before each new day. The dispatcher makes
-- the days ahead and drops the old ones.

create sequence attempt_id_seq;
create table attempt (
    id              bigint not null default nextval('attempt_id_seq'),
    subscription    bigint not null,
    event           bigint not null,
    number          int not null,               -- from 1
    http_status     int not null default 0,     -- 0: none came
    success         boolean not null,
    error           text,
    response_body   text,                       -- of a failure: the receiver chooses it
    duration_ms     int not null,
    created_at      timestamptz not null,
    next_attempt_at timestamptz,
    dead_letter     boolean not null default false,
    -- Where the time went, in microseconds; null: not applicable, or not known.
    outbox_us       bigint,                     -- from the event until it was taken from the outbox
    fanout_us       bigint,                     -- from there until the delivery's row was written
    queue_us        bigint,                     -- from when it was due until it was claimed
    dns_us          int,
    connect_us      int,
    tls_us          int,
    first_byte_us   int,                        -- from the request sent until the first byte of the response
    remote_address  text,
    delivery_queue  bigint,                     -- the queue that the delivery waited in
    callback_url    text,                       -- what was called
    primary key (subscription, created_at, id), -- as the log is read
    constraint attempt_response check (response_body is null or (not success and octet_length(response_body) <= 1024))
) partition by range (created_at);
alter sequence attempt_id_seq owned by attempt.id;
-- For questions about one event or attempt (collabctl deliveries): a BRIN index for the reasons of event_request.
create index attempt_looked_up on attempt using brin (id int8_minmax_multi_ops, event int8_minmax_multi_ops) with (autosummarize = on);
-- For the questions about what failed (collabctl deliveries --state failed, --status 401, replay --refused-since-rotation): where
-- nearly everything succeeds, the way back to the last failures led past all of it. The status is in the key so that it is
-- compared there.
create index attempt_failed on attempt (subscription, created_at, id, http_status) where not success;
-- For attempt_dropped: retries only, so that first attempts, nearly all, cost nothing.
create index attempt_retried on attempt (delivery_queue, event, number) where number > 1;

-- Makes the partition of a day unless it exists. Attaching an empty table locks out nobody who writes to the others.
create function make_attempt_partition(day date) returns boolean language plpgsql set timezone = 'UTC' as $$
declare name text := 'attempt_' || to_char(day, 'YYYYMMDD');
begin
    if to_regclass('collab.' || name) is not null then return false; end if;
    execute format('create table collab.%I (like collab.attempt including defaults including constraints)', name);
    execute format('alter table collab.attempt attach partition collab.%I for values from (%L) to (%L)',
                   name, day::timestamptz, (day + 1)::timestamptz);
    return true;
end $$;

-- Makes the partitions of yesterday (whose attempts may still be recorded), of today and of `days` days ahead. Returns for how
-- many days ahead there are partitions without a gap; less than 0: today's is missing.
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

-- Drops the oldest partition when all of it is older than `days` days, and forgets the queues that ended before. Returns its day;
-- null: none is so old. Dropping locks the whole log for a moment, so it does not insist: whoever reads for long keeps the
-- partition, and it is tried again.
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

-- From when on all attempts are kept; infinity: none is.
create function attempts_kept_since() returns timestamptz language sql stable
return (select coalesce(min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'UTC', 'infinity')
          from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'collab.attempt'::regclass);

-- Why the attempt that was to follow this one was never made; null: it was made, or is still to be made. Attempts of both are
-- within a day of the database's clock. A replay numbers the attempts from 1 again in the same queue: what follows has been
-- logged later, so it has a larger id.
create function attempt_dropped(of_queue bigint, of_event bigint, of_number int, made_at timestamptz, made_as bigint) returns text language sql stable
return (select 'dropped: ' || case q.reason when 'company' then 'the company was disabled' when 'deleted' then 'the subscription was deleted'
                                            else coalesce('the subscription was retired: ' || q.reason, 'the subscription was switched off') end
          from ended_queue q
         where q.queue = of_queue
           and not exists (select from attempt a
                            where a.delivery_queue = of_queue and a.event = of_event and a.number > 1 and a.number = of_number + 1 and a.id > made_as
                              and a.created_at between made_at - interval '1 day' and q.at + interval '2 days'));

-- Is a subscription's event a dead letter now? A replay takes it back. offset 0: looked up for one attempt, never hashed for all.
create function is_dead_letter(of_subscription bigint, of_event bigint) returns boolean language sql stable
return exists (select from dead_letter d where d.event = of_event and d.subscription = of_subscription offset 0);

select make_attempt_partitions(7);
