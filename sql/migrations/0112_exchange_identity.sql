-- Each exchange has an identity, so that a node serves no other exchange's database (CollabExchange). A token of an account that a
-- restore took away must not open the account that gets its id later.
lock table account in access exclusive mode;
alter table account alter column epoch set default 1 + floor(random() * 1000000000)::int;

-- One row. A dump has it, so a restored copy has the identity of the original until `collabctl exchange adopt`.
create table exchange (
    id          int primary key default 1 check (id = 1),
    identity    uuid not null default gen_random_uuid(),
    since       timestamptz not null default clock_timestamp()
);
comment on table exchange is 'the identity of the exchange whose database this is';
comment on column account.epoch is 'a token has that of its account; begins at random, and is raised to end the tokens';
insert into exchange default values;
