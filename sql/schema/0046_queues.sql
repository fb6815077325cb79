-- The deliveries of a subscription wait in its queue, and are its deliveries for as long as that is its queue. Who is switched off gets another, which is
-- empty, and who is deleted leaves his behind: one row, however many are pending, and from then on they are nobody's. The dispatcher deletes them
-- a batch at a time (queue_drop.sql); no foreign key does it at once. Who makes a delivery has locked its subscription.

alter table subscription add column queue bigint;               -- of one sequence with the ids, so that no number comes twice
update subscription set queue = case when active then id else nextval('subscription_id_seq') end;
alter table subscription alter column queue set not null;
-- Partial, for then another queue is no other key: else a claim would wait for whoever switches one off by hand and does not commit.
create unique index subscription_queue on subscription (queue) where queue is not null;

alter table delivery drop constraint delivery_subscription_fkey;
alter table delivery rename column subscription to queue;       -- who does not know of queues must not write here
alter table dead_letter drop constraint dead_letter_subscription_fkey;

create table dropped_queue (
    queue        bigint primary key,
    subscription bigint,                                        -- deleted: its dead letters go, too; null: switched off
    due_to       timestamptz not null default '-infinity'       -- what was due before has been deleted
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

insert into dropped_queue (queue) select id from subscription where not active;        -- by hand, it may have left something

create function keep_queue() returns trigger language plpgsql security definer set search_path = collab, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        new.queue := coalesce(new.queue, new.id);
        return new;
    end if;
    insert into dropped_queue (queue, subscription) values (old.queue, case tg_op when 'DELETE' then old.id end);
    if tg_op = 'DELETE' then return old; end if;
    new.queue := nextval('subscription_id_seq');
    return new;
end $$;
revoke all on function keep_queue() from public;
create trigger keep_queue before insert or delete on subscription for each row execute function keep_queue();
create trigger leave_queue before update of active on subscription for each row when (old.active and not new.active) execute function keep_queue();
