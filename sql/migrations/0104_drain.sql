-- A node that is to be taken out of service (collabctl drain): it reports that it is not ready, and how far it has come.
alter table node
    add column started_at   timestamptz,        -- of httpd: with another start, the same process id is another node
    add column drain_since  timestamptz,        -- null: it serves
    add column idle         int,                -- for so many seconds a node that knows that it is draining has done nothing; null: it serves, or does not know yet
    add column under_way    int;                -- deliveries that its dispatcher has under way
