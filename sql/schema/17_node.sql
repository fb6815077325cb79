-- node: what the watcher of each node has found (mod_collab/status/watch.c), so that collabctl status knows what only a node can
-- know. A row is a server, which takes it away when it stops; one that was not seen for an hour is deleted by the others.

create table node (
    name        text not null,              -- the machine's
    process     int not null,               -- the id of httpd's parent process
    version     text not null,
    seen_at     timestamptz not null default clock_timestamp(),
    problems    json not null,              -- [{"reason", "status", "text", "since"}]
    -- A node that is to be taken out of service (collabctl drain) reports that it is not ready, and how far it has come.
    started_at  timestamptz,                -- of httpd: with another start, the same process id is another node
    drain_since timestamptz,                -- null: it serves
    idle        int,                        -- for so many seconds a node that knows that it is draining has done nothing; null: it serves, or does not know yet
    under_way   int,                        -- deliveries that its dispatcher has under way
    rate_limit  text,                       -- CollabRateLimit and CollabSubscriptionLimit of the node, for collabctl company show
    subscription_limit int,
    http_callbacks boolean,                 -- CollabOutboundHTTP of the node, for collabctl demo echo
    primary key (name, process)
);
