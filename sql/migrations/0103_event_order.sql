-- A number, not a time, says whether an event or a change of a subscription came first: both draw it from the sequence of the event ids.
-- Times lost events when the database's clock went back. They are still written, for nodes of 0.1.0, whose fan-out compares them.
--
-- * A change that was answered before an event's request began has the lower number, and the event's fan-out sees the change.
-- * An event that was answered before a change's request began has the lower number.
-- * Of an event and a change that were made at the same time, the number decides.
--
-- The sequence must not cache numbers in sessions (`cache`), because a session would draw them out of order.
lock table subscription, earlier_filters in access exclusive mode;              -- first, and in the order in which statements take them

alter table subscription add column made_from bigint;           -- events up to this number are from before the subscription
alter table subscription add column active_from bigint;         -- its last activation: it gets no events up to this number
alter table subscription add column filters_from bigint;        -- events up to this number use earlier_filters
alter table subscription add column attempts_from bigint;       -- attempts up to this id are from before its last activation
alter table earlier_filters add column until_event bigint;      -- an event uses the row with the lowest until_event that is not below its id
create index earlier_filters_order on earlier_filters (subscription, until_event);

-- Existing rows get the number of the last event before their time.
create function last_event_before(at timestamptz) returns bigint language sql stable
return coalesce((select id from event where created_at < at order by created_at desc limit 1), 0);

update earlier_filters set until_event = last_event_before(until);
update subscription s
   set made_from = last_event_before(created_at), active_from = last_event_before(active_since),
       filters_from = coalesce((select max(until_event) from earlier_filters f where f.subscription = s.id), 0),
       attempts_from = case when active_since < created_at + interval '1 second' then 0       -- the first activation
                            else coalesce((select id from attempt a where a.subscription = s.id and a.created_at < s.active_since
                                            order by a.created_at desc, a.id desc limit 1), 0) end;
drop function last_event_before(timestamptz);

alter table subscription alter column made_from set not null, alter column active_from set not null, alter column filters_from set not null,
                         alter column attempts_from set not null;
alter table earlier_filters alter column until_event set not null;

-- Triggers set the numbers, so that nodes of 0.1.0 set them, too. A trigger runs after any wait for the row's lock. It has the owner's
-- rights, because the workers may not use the sequences. A restore inserts rows with their numbers.
create function number_subscription() returns trigger language plpgsql security definer set search_path = collab, pg_temp as $$
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
create function number_filters() returns trigger language plpgsql security definer set search_path = collab, pg_temp as $$
begin
    new.until_event := coalesce(new.until_event, nextval('event_id_seq'));
    return new;
end $$;
revoke all on function number_subscription(), number_filters() from public;
create trigger number_subscription before insert on subscription for each row execute function number_subscription();
create trigger number_change before update of active, filters_since on subscription for each row
    when (new.active and not old.active or new.filters_since <> old.filters_since) execute function number_subscription();
create trigger number_filters before insert on earlier_filters for each row execute function number_filters();

-- As `admits` with an event, which the fan-out would have to make of its columns for each call. PostgreSQL inlines the function.
create function admits(event_types event_type[], case_directions direction[], partner_companies bigint[], company bigint,
                       type event_type, submit_company bigint, receive_company bigint) returns boolean
language sql immutable parallel safe
return (event_types is null or type = any (event_types))
   and (case_directions is null or case when company = submit_company then 'OUTBOUND' else 'INBOUND' end = any (case_directions))
   and (partner_companies is null or case when company = submit_company then receive_company else submit_company end = any (partner_companies));
