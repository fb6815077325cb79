-- Queues that are over, and why: the log of deliveries says so of each attempt that was to be followed by another. What was logged is not rewritten.
create table ended_queue (
    queue        bigint primary key,
    subscription bigint not null,
    reason       text,                          -- null: its owner switched it off; 'company': disabled; 'deleted'; else why it was retired
    at           timestamptz not null default clock_timestamp()     -- gone with the attempts of that day (drop_attempt_partition)
);

alter table attempt
    add column delivery_queue bigint,           -- the queue that the delivery waited in; null: logged before this migration
    add column callback_url text;               -- what was called
create index attempt_retried on attempt (delivery_queue, event, number) where number > 1;

create or replace function keep_queue() returns trigger language plpgsql security definer set search_path = collab, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        new.queue := coalesce(new.queue, new.id);
        return new;
    end if;
    insert into dropped_queue (queue, subscription) values (old.queue, case tg_op when 'DELETE' then old.id end);
    if tg_op = 'DELETE' then
        insert into ended_queue (queue, subscription, reason) values (old.queue, old.id, 'deleted');
        return old;
    end if;
    insert into ended_queue (queue, subscription, reason) values (old.queue, old.id, new.inactive_reason);
    new.queue := nextval('subscription_id_seq');
    return new;
end $$;

-- Why the attempt that was to follow this one was never made; null: it was made, or is still to be made. Attempts of both are within a day of the
-- database's clock.
create function attempt_dropped(of_queue bigint, of_event bigint, of_number int, made_at timestamptz) returns text language sql stable
return (select 'dropped: ' || case q.reason when 'company' then 'the company was disabled' when 'deleted' then 'the subscription was deleted'
                                            else coalesce('the subscription was retired: ' || q.reason, 'the subscription was switched off') end
          from ended_queue q
         where q.queue = of_queue
           and not exists (select from attempt a
                            where a.delivery_queue = of_queue and a.event = of_event and a.number > 1 and a.number = of_number + 1
                              and a.created_at between made_at - interval '1 day' and q.at + interval '2 days'));

create or replace function drop_attempt_partition(days int) returns date language plpgsql security definer
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
