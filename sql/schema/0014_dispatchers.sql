-- What the dispatchers keep of themselves and of each delivery's way.

-- Who may hold leases. A row is written before the first claim; who no longer holds the lock of its number is gone, and whoever takes its leases
-- back deletes the row. So nobody has to read the leases to learn whose they are.
create table dispatcher (
    number      int primary key,            -- begins its claim ids, and is the second key of its advisory lock
    entered_at  timestamptz not null default clock_timestamp()
);

-- The phases before the first attempt: taken from the outbox, written here.
alter table delivery
    add column taken_at timestamptz not null default clock_timestamp(),
    add column made_at  timestamptz not null default clock_timestamp();
