-- Failed logins by address, whoever's name they were for (CollabLoginAddressLimit); a row is forgotten when its window is over.
create table login_address (
    address     text primary key,       -- an IPv4 address, or an IPv6 network of 64 bits
    failures    int not null,
    since       timestamptz not null
);
create index login_address_since on login_address (since);
