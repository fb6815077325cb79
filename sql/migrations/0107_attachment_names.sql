-- Names of files are the same if they differ only in case, in how Unicode composes a letter, or in trailing dots and spaces: some storages
-- fold, normalise or cut names, and would overwrite one file with the other. Until now only the case of ASCII letters was ignored.
lock table attachment_name in share row exclusive mode;
-- The form of a name that is compared. `lower` twice and `upper` between them fold the case of all letters (ẞ, ß, SS and ss are the
-- same). ICU's rules depend neither on the database's locale nor on the system; without ICU, the database's locale has to do.
do $$
declare
    rules text := case when exists (select from pg_collation where collname = 'und-x-icu') then 'pg_catalog."und-x-icu"' else 'pg_catalog."default"' end;
begin
    execute format('create or replace function file_key(name text) returns text language sql immutable strict parallel safe
                    return rtrim(normalize(lower(upper(lower(normalize(name, NFC) collate %s))), NFC), '' .'')', rules);
end $$;
-- Workers of 0.1.0 put their form of a name into the table. The trigger replaces it, so that they find what new workers have added, too.
create or replace function attachment_name_fold() returns trigger language plpgsql as $$
begin
    new.name := collab.file_key(new.name);
    return new;
end $$;
create or replace trigger attachment_name_fold before insert on attachment_name for each row execute function attachment_name_fold();
-- then
-- slow: the names that were there, in batches of requests
do $$
declare
    last bigint := 0;
    batch bigint[];
begin
    loop
        select array_agg(request), max(request) into batch, last
          from (select distinct request from attachment_name where request > last order by request limit 200) x;
        exit when batch is null;
        with former as (
            delete from attachment_name where request = any (batch) and name <> file_key(name) returning request, name
        )
        insert into attachment_name (request, name) select request, name from former on conflict do nothing;
        commit;
    end loop;
end $$;
-- then
comment on column attachment_name.name is 'file_key of the name';
