-- member_alert: what any node's watcher last reported about each subscription through CollabMemberAlertCommand.

create table member_alert (
    subscription    bigint primary key references subscription on delete cascade,
    failing         boolean not null default false,     -- reported as failing, and not yet as working again
    dead_letters    boolean not null default false,     -- reported as having dead letters, and not yet as having none
    told_at         timestamptz not null                -- last call of the command; the next one follows an hour later at the earliest
);
