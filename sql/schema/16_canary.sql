-- canary: a known text, sealed with the secrets key. It shows whether a key is this database's (mod_collab/store/canary.h).

create table canary (id smallint primary key default 1 check (id = 1), sealed bytea not null);
