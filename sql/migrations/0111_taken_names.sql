-- A company can say what its default storage does with a name that is taken.
lock table attachment_storage in access exclusive mode;
alter table attachment_storage add column if not exists overwrites boolean;        -- a default: replaces a file of the same name; null: nobody has said
-- As in the baseline. PostgreSQL has expanded its `s.*` to the columns that were there.
create or replace function storage_of(of_request bigint, of_company bigint) returns setof attachment_storage language sql stable rows 1
begin atomic
    select s.* from attachment_storage s join company c on c.id = s.company
     where s.company = of_company and c.active and (s.request = of_request or s.request is null)
       and (s.expiration is null or s.expiration > now())
     order by s.request is null limit 1;
end;
-- then
comment on column attachment_storage.overwrites is 'of a default: whether a file replaces one of the same name; null: nobody has said';
comment on column attachment.name is 'its name at the storages; if they differ, the submitter''s and the receiver''s, with a slash between';
