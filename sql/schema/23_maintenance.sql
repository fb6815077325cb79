-- maintenance: has one row while the exchange refuses writes (collabctl maintenance). The watcher of each node reads it every second
-- (watch_look). The node then answers writes with 503 and the message, and its dispatcher claims nothing.

create table maintenance (
    id          int primary key default 1 check (id = 1),
    message     text not null check (message <> '' and length(message) <= 100),     -- for the members
    who         text not null,
    since       timestamptz not null default clock_timestamp()
);
