-- The names of files that uploads have taken, under way ones included: two uploads at the same moment must not take the same.

create table attachment_name (
    request     bigint not null references request,
    name        text not null,                  -- in lower case: some storages take the cases for the same
    primary key (request, name)
);
