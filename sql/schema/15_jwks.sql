-- jwks: the JWK sets of other issuers. The dispatcher fetches them and the workers read them. A body stays until a good one
-- replaces it.

create table jwks (
    url         text primary key,
    body        text,                   -- null: none yet
    version     bigint not null default 0,      -- changes with the body
    fetched_at  timestamptz,            -- when the issuer last returned a good set
    tried_at    timestamptz not null,   -- when a dispatcher last began to fetch it
    wanted_at   timestamptz,            -- when a worker last saw a key id that the body does not have
    error       text                    -- of the last fetch; null: it succeeded
);
