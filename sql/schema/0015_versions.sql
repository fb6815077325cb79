-- When a company, an account or a form was last changed: what the entity tags of /v1/me and of forms are made of.

-- Microseconds since 1970, for tags.
create function micros(at timestamptz) returns bigint language sql immutable strict parallel safe
return (extract(epoch from at) * 1000000)::bigint;

alter table company  add column updated_at timestamptz not null default now();
alter table account  add column updated_at timestamptz;      -- its row type is used: no default in the same breath
update account set updated_at = now();
alter table account  alter column updated_at set default now(), alter column updated_at set not null;
alter table document add column updated_at timestamptz not null default now();

create function touch() returns trigger language plpgsql as $$
begin
    new.updated_at := clock_timestamp();
    return new;
end $$;
create trigger touch before insert or update on company  for each row execute function touch();
create trigger touch before insert or update on account  for each row execute function touch();
create trigger touch before insert or update on document for each row execute function touch();

-- A form is its document and the fields of that.
create function touch_document() returns trigger language plpgsql as $$
begin
    update document set updated_at = clock_timestamp() where id in (old.document, new.document);
    return null;
end $$;
create trigger touch_document after insert or update or delete on document_field for each row execute function touch_document();
