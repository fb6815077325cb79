-- Names of files are the same, too, if they differ only in trailing dots and spaces: a Windows storage drops them. And a company can say
-- what its default storage does with a name that is taken.
lock table attachment_name, attachment_storage in access exclusive mode;
-- As in 0107, but without trailing dots and spaces.
do $$
declare
    rules text := case when exists (select from pg_collation where collname = 'und-x-icu') then 'pg_catalog."und-x-icu"' else 'pg_catalog."default"' end;
begin
    execute format('create or replace function file_key(name text) returns text language sql immutable strict parallel safe
                    return rtrim(normalize(lower(upper(lower(normalize(name, NFC) collate %s))), NFC), '' .'')', rules);
end $$;
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
-- slow: the names that were there, in batches of requests
do $$
declare
    last bigint := 0;
    batch bigint[];
begin
    loop
        select array_agg(request), max(request) into batch, last
          from (select distinct request from attachment_name where request > last and name <> rtrim(name, ' .') order by request limit 200) x;
        exit when batch is null;
        with former as (
            delete from attachment_name where request = any (batch) and name <> rtrim(name, ' .') returning request, name
        )
        insert into attachment_name (request, name) select request, name from former on conflict do nothing;
        commit;
    end loop;
end $$;
-- then
comment on column attachment_storage.overwrites is 'of a default: whether a file replaces one of the same name; null: nobody has said';
comment on column attachment.name is 'its name at the storages; if they differ, the submitter''s and the receiver''s, with a slash between';
