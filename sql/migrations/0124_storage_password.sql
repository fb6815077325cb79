-- A company's default storage may lack its password: `collabctl exchange apply` makes it from a file, which has no secrets. It is not used
-- until `collabctl attachment set` gives it one.
lock table attachment_storage in access exclusive mode;
alter table attachment_storage alter column password drop not null,
    add constraint attachment_storage_password check (request is null or password is not null) not valid;

-- As in 0118, without a storage that has no password. Nodes of 0.1.0 call this function, too.
create or replace function storage_of(of_request bigint, of_company bigint) returns setof attachment_storage language sql stable rows 1
begin atomic
    select s.* from storage_chosen(of_request, of_company) s where (s.expiration is null or s.expiration > now()) and s.password is not null;
end;
