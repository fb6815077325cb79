-- Answers kept for Idempotency-Key: who repeats a request with the same key within a day gets the first answer.
create table idempotency (
    account     bigint not null references account,
    scope       text not null,          -- SHA-256 of method and path
    key         text not null,
    body_hash   text not null,
    outcome     text,                   -- word of the answer; null only inside the transaction that works on it
    answer      bytea,                  -- its body, sealed: it may hold a secret
    created_at  timestamptz not null default clock_timestamp(),
    primary key (account, scope, key)
);
create index idempotency_created on idempotency (created_at);
