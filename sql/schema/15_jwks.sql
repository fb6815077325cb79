-- jwks: the JWK sets of other issuers, which the dispatcher fetches and the workers read. A body stays until there is a better
-- one.

create table jwks (
    url         text primary key,
    body        text,                   -- null: none yet
    version     bigint not null default 0,      -- moves with the body
    fetched_at  timestamptz,            -- when the issuer last gave a good set
    tried_at    timestamptz not null,   -- when a dispatcher last began to ask
    wanted_at   timestamptz,            -- when a worker last met a key id that the body does not have
    error       text                    -- what came of the last try; null: it was good
);
