-- The hash of a body that came with an Idempotency-Key is an HMAC, and names its key (mod_collab/base/body_mac.h).
alter table idempotency add column body_key smallint;           -- id of the key in CollabSecretsKey's file; null: a plain SHA-256, of a version before

-- What keys that have been replaced derive for these HMACs, sealed with a newer key: repeats are recognised once the old key is gone.
create table idempotency_mac (
    key         smallint primary key,
    secret      bytea not null
);
