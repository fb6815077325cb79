-- The log of attempts in day partitions (UTC): a day that nobody needs any more is dropped, which costs nothing and leaves nothing behind.
-- No default partition: it would have to be searched before each new day. The dispatcher makes the days ahead and drops the old ones.

alter table attempt rename to attempt_before;
alter table attempt_before alter column id drop identity, drop constraint attempt_pkey;

create sequence attempt_id_seq;
create table attempt (
    id              bigint not null default nextval('attempt_id_seq'),
    subscription    bigint not null,
    event           bigint not null,
    number          int not null,               -- from 1
    http_status     int not null default 0,     -- 0: none came
    success         boolean not null,
    error           text,
    response_body   text,                       -- first 4 KiB
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
    first_byte_us   int,                        -- from the request sent until the first byte of the answer
    remote_address  text,
    primary key (subscription, created_at, id)  -- as the log is read
) partition by range (created_at);
alter sequence attempt_id_seq owned by attempt.id;

-- Makes the partition of a day unless it is there. Attaching an empty table locks out nobody who writes to the others.
create function make_attempt_partition(day date) returns boolean language plpgsql set timezone = 'UTC' as $$
declare
    name text := 'attempt_' || to_char(day, 'YYYYMMDD');
begin
    if to_regclass('collab.' || name) is not null then return false; end if;
    execute format('create table collab.%I (like collab.attempt including defaults)', name);
    execute format('alter table collab.attempt attach partition collab.%I for values from (%L) to (%L)',
                   name, day::timestamptz, (day + 1)::timestamptz);
    return true;
end $$;

-- Makes the partitions of yesterday (whose attempts may still be put on record), of today and of so many days ahead. Returns for how many
-- days ahead there are partitions without a gap; less than none: today's is missing.
create function make_attempt_partitions(days int) returns int language plpgsql security definer
    set search_path = collab, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
    today date := clock_timestamp()::date;
begin
    for n in -1 .. days loop
        perform make_attempt_partition(today + n);
    end loop;
    return (select count(*) - 1 from generate_series(0, days) n
             where not exists (select from generate_series(0, n) before
                                where to_regclass('collab.attempt_' || to_char(today + before, 'YYYYMMDD')) is null));
end $$;

-- Drops the oldest partition when all of it is older than so many days. Returns its day; null: there is none so old. Dropping locks the
-- whole log for a moment, so it does not insist: whoever reads for long keeps it, and it is tried again.
create function drop_attempt_partition(days int) returns date language plpgsql security definer
    set search_path = collab, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
    oldest text := (select min(c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid
                     where i.inhparent = 'collab.attempt'::regclass and c.relname ~ '^attempt_[0-9]{8}$');
    day date := to_date(right(oldest, 8), 'YYYYMMDD');
begin
    if days < 1 or day is null or day >= clock_timestamp()::date - days then return null; end if;
    execute format('drop table collab.%I', oldest);
    return day;
end $$;

revoke all on function make_attempt_partition(date), make_attempt_partitions(int), drop_attempt_partition(int) from public;

-- What is there moves over.
do $$ begin
    perform make_attempt_partition(day::date)
       from (select distinct (created_at at time zone 'UTC')::date as day from attempt_before) days;
    perform make_attempt_partitions(7);
end $$;
insert into attempt (id, subscription, event, number, http_status, success, error, response_body, duration_ms, created_at, next_attempt_at, dead_letter)
select id, subscription, event, number, http_status, success, error, response_body, duration_ms, created_at, next_attempt_at, dead_letter
  from attempt_before;
select setval('attempt_id_seq', greatest((select max(id) from attempt_before), 1), exists (select from attempt_before));
drop table attempt_before;
