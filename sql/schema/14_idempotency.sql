-- idempotency: stored responses for Idempotency-Key. Repeating a request with the same key within a day returns the first response.

create table idempotency (
    account     bigint not null references account,
    scope       text not null,          -- SHA-256 of method and path
    key         text not null,
    body_hash   text not null,          -- of the request's body: an HMAC (mod_collab/base/body_mac.h)
    outcome     text,                   -- outcome of the operation; null only within the transaction that makes the response
    answer      bytea,                  -- the response's body, sealed: it may hold a secret
    created_at  timestamptz not null default clock_timestamp(),
    body_key    smallint,               -- id of the HMAC's key in CollabSecretsKey's file; null: body_hash is a plain SHA-256
    primary key (account, scope, key)
);
create index idempotency_created on idempotency (created_at);

-- HMAC keys derived from replaced secrets keys, sealed with a newer key. With these HMAC keys, repeats are recognised
-- after the old secrets key is gone.
create table idempotency_mac (key smallint primary key, secret bytea not null);
