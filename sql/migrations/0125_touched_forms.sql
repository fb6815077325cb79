-- A changed field changes its form, once for each command instead of once for each field: every update of a form looks at its company's
-- entries in the index of partner search, so a command with thousands of fields took minutes.
lock table document_field in access exclusive mode;
drop trigger touch_document on document_field;

create or replace function touch_document() returns trigger language plpgsql as $$
declare documents bigint[] := '{}';
begin
    if tg_op <> 'DELETE' then documents := array(select distinct document from new_rows); end if;
    if tg_op <> 'INSERT' then documents := documents || array(select distinct document from old_rows); end if;
    if documents <> '{}' then update document set updated_at = clock_timestamp() where id = any (documents); end if;
    return null;
end $$;

create trigger touch_document_insert after insert on document_field referencing new table as new_rows
    for each statement execute function touch_document();
create trigger touch_document_update after update on document_field referencing new table as new_rows old table as old_rows
    for each statement execute function touch_document();
create trigger touch_document_delete after delete on document_field referencing old table as old_rows
    for each statement execute function touch_document();
