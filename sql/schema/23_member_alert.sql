-- member_alert: what CollabMemberAlertCommand was told of a subscription, by whichever node's watcher.

create table member_alert (
    subscription    bigint primary key references subscription on delete cascade,
    failing         boolean not null default false,     -- it was told that it fails, and not yet that it works again
    dead_letters    boolean not null default false,     -- it was told that it has dead letters, and not yet that it has none
    told_at         timestamptz not null                -- the last call; the next is an hour later at the earliest
);
