-- A number, not a time, says whether an event or a change of a subscription came first: both draw it from the sequence of the event ids.
-- Times lost events when the database's clock went back. They are still written, for nodes of 0.1.0, whose fan-out compares them.
--
-- * A change that was answered before an event's request began has the lower number, and the event's fan-out sees the change.
-- * An event that was answered before a change's request began has the lower number.
-- * Of an event and a change that were made at the same time, the number decides.
--
-- The sequence must not cache numbers in sessions (`cache`), because a session would draw them out of order.
--
-- Existing subscriptions get the number of the last event before their time, in the second part. Until then -1 stands there: a node of the
-- new version, which should not run yet, would send one of them also the waiting events from before its activation.
lock table subscription, earlier_filters in access exclusive mode;

alter table subscription add column if not exists made_from bigint not null default -1;       -- events up to this number are from before the subscription
alter table subscription add column if not exists active_from bigint not null default -1;     -- its last activation: it gets no events up to this number
alter table subscription add column if not exists attempts_from bigint not null default -1;   -- attempts up to this id are from before its last activation
do $$
begin       -- events up to this number use earlier_filters. A later number than that of the last change is as good: no row of earlier_filters is then found
    execute format('alter table subscription add column if not exists filters_from bigint not null default %s', (select last_value from event_id_seq));
end $$;
alter table subscription alter column made_from drop default, alter column active_from drop default, alter column attempts_from drop default,
                         alter column filters_from drop default;

alter table earlier_filters add column if not exists until_event bigint;      -- an event uses the row with the lowest until_event that is not below its id
update earlier_filters set until_event = coalesce((select id from event where created_at < until order by created_at desc limit 1), 0)
 where until_event is null;
alter table earlier_filters alter column until_event set not null;
create index if not exists earlier_filters_order on earlier_filters (subscription, until_event);

-- Triggers set the numbers, so that nodes of 0.1.0 set them, too. A trigger runs after any wait for the row's lock. It has the owner's
-- rights, because the workers may not use the sequences. A restore inserts rows with their numbers.
create or replace function number_subscription() returns trigger language plpgsql security definer set search_path = collab, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        new.active_from := coalesce(new.active_from, nextval('event_id_seq'));
        new.made_from := coalesce(new.made_from, new.active_from);
        new.filters_from := coalesce(new.filters_from, 0);
        new.attempts_from := coalesce(new.attempts_from, 0);
        return new;
    end if;
    if new.active and not old.active then
        new.active_from := nextval('event_id_seq');
        new.attempts_from := nextval('attempt_id_seq');
    end if;
    if new.filters_since <> old.filters_since then          -- the same statement has added the row of earlier_filters
        new.filters_from := greatest(old.filters_from, (select max(until_event) from earlier_filters where subscription = new.id));
    end if;
    return new;
end $$;
create or replace function number_filters() returns trigger language plpgsql security definer set search_path = collab, pg_temp as $$
begin
    new.until_event := coalesce(new.until_event, nextval('event_id_seq'));
    return new;
end $$;
revoke all on function number_subscription(), number_filters() from public;
create or replace trigger number_subscription before insert on subscription for each row execute function number_subscription();
create or replace trigger number_change before update of active, filters_since on subscription for each row
    when (new.active and not old.active or new.filters_since <> old.filters_since) execute function number_subscription();
create or replace trigger number_filters before insert on earlier_filters for each row execute function number_filters();
-- then
-- slow: batches of subscriptions, each in a transaction of its own. A trigger may have set a number, which is the greater one.
do $$
declare
    last bigint := 0;
    batch bigint[];
begin
    loop
        select array_agg(id), max(id) into batch, last
          from (select id from subscription where id > last and made_from < 0 order by id limit 200 for no key update skip locked) x;
        if batch is null then
            exit when not exists (select from subscription where made_from < 0);
            last := 0;              -- some were locked
            perform pg_sleep(0.1);
        else
            update subscription s
               set made_from = coalesce((select id from event where created_at < s.created_at order by created_at desc limit 1), 0),
                   active_from = greatest(active_from, (select id from event where created_at < s.active_since order by created_at desc limit 1), 0),
                   attempts_from = greatest(attempts_from, 0, case when active_since >= created_at + interval '1 second' then       -- not the first activation
                                   (select id from attempt a where a.subscription = s.id and a.created_at < s.active_since
                                     order by a.created_at desc, a.id desc limit 1) end)
             where id = any (batch);
        end if;
        commit;
    end loop;
end $$;
-- then
-- As `admits` with an event, which the fan-out would have to make of its columns for each call. PostgreSQL inlines the function.
create function admits(event_types event_type[], case_directions direction[], partner_companies bigint[], company bigint,
                       type event_type, submit_company bigint, receive_company bigint) returns boolean
language sql immutable parallel safe
return (event_types is null or type = any (event_types))
   and (case_directions is null or case when company = submit_company then 'OUTBOUND' else 'INBOUND' end = any (case_directions))
   and (partner_companies is null or case when company = submit_company then receive_company else submit_company end = any (partner_companies));
