-- Channels: each takes its own copy of every event that it wants, so that none waits for another.

create table channel (
    id          smallint primary key,       -- the dispatcher knows them by it
    name        text not null unique,
    active      boolean not null,
    event_types text[]                      -- null: all
);
insert into channel values
    (1, 'webhooks-v2', true, null),
    (2, 'webhooks-v1', true, '{created,note.created}'),
    (3, 'event-log', false, null);          -- active as soon as a dispatcher writes one

-- No foreign keys: whoever writes an outbox row writes its event in the same statement, and each key would cost every event a look and a row
-- lock a channel. Whoever removes old events asks here first.
alter table outbox
    add column channel smallint,
    drop constraint outbox_event_fkey,
    drop constraint outbox_pkey;
insert into outbox (channel, event)
    select 2, o.event from outbox o join event e on e.id = o.event where e.type in ('created', 'note.created');
update outbox set channel = 1 where channel is null;
alter table outbox add primary key (channel, event);
