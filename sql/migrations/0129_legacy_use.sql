-- Operators must know who still uses the deprecated operations before they end (CollabLegacySunset).
lock table account in share row exclusive mode;

-- A deprecated operation that an account has used: first and last when. Nodes of 0.1.0 do not record their callers.
create table legacy_use (
    account     bigint not null references account on delete cascade,
    operation   text not null constraint legacy_use_operation check (operation ~ '^[a-z0-9_]{1,47}$'),
    first_at    timestamptz not null,
    last_at     timestamptz not null,       -- within an hour
    primary key (account, operation)
);
