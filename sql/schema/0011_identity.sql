-- Accounts that other issuers' tokens name, and the keys of those issuers.

-- A user of the user identity service is found by its `sub`, a service principal by its `oid`; an account has at most one such name.
drop function full_name(account);      -- a table whose row type is used takes no column with a default
alter table account
    add column kind text not null default 'user' check (kind in ('user', 'principal')),
    add column issuer text check (length(issuer) <= 2048),
    add column subject text check (subject <> '' and length(subject) <= 255),
    add check ((issuer is null) = (subject is null)),
    add check (kind = 'user' or issuer is not null and password_hash is null);
create function full_name(a account) returns text language sql stable parallel safe
return coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.username);
create unique index account_subject on account (subject, issuer, kind);

-- The JWK sets that the dispatcher fetches and the workers read. A body stays until there is a better one.
create table jwks (
    url         text primary key,
    body        text,                   -- null: none yet
    version     bigint not null default 0,      -- moves with the body
    fetched_at  timestamptz,            -- when the issuer last gave a good set
    tried_at    timestamptz not null,   -- when a dispatcher last began to ask
    wanted_at   timestamptz,            -- when a worker last met a key id that the body does not have
    error       text                    -- what came of the last try; null: it was good
);
