-- node: reports of each node's watcher (mod_collab/status/watch.c), so that collabctl status shows what only a node can know. A
-- node deletes its row when it stops. Other nodes delete a row that was not updated for an hour.

create table node (
    name        text not null,              -- of the machine
    process     int not null,               -- pid of httpd's parent process
    version     text not null,
    seen_at     timestamptz not null default clock_timestamp(),
    problems    json not null,              -- [{"reason", "status", "text", "since"}]
    -- A draining node (collabctl drain) reports that it is not ready, and its progress.
    started_at  timestamptz,                -- start of httpd: the same pid with another start is another node
    drain_since timestamptz,                -- null: not draining
    idle        int,                        -- seconds that a draining node has been idle; null: not draining, or not yet aware of it
    under_way   int,                        -- deliveries under way in its dispatcher
    rate_limit  text,                       -- CollabRateLimit and CollabSubscriptionLimit of the node, for collabctl company show
    subscription_limit int,
    http_callbacks boolean,                 -- CollabOutboundHTTP of the node, for collabctl demo echo
    primary key (name, process)
);
