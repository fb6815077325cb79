-- A user may move to another company. The requests of the former one keep what the user wrote there, so an export or an erasure of the user
-- must still find them.
lock table account, company in share row exclusive mode;

-- A company that a user belonged to before `collabctl user move`. Nodes of 0.1.0 neither read nor write the table.
create table former_company (
    account     bigint not null references account on delete cascade,
    company     bigint not null references company,
    primary key (account, company)
);
