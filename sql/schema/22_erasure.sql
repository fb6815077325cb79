-- erasure: the replacements that `collabctl user erase` and `company erase` store for erased values.

create function erased_user(id bigint) returns text language sql immutable strict parallel safe return 'erased user ' || id;
create function erased_email(id bigint) returns text language sql immutable strict parallel safe return 'erased-' || id || '@erased.invalid';

-- Replaces e-mail addresses or domains, given in lower case, in a text or in the text of a JSON value. Addresses need no escaping
-- in JSON, but an escape such as \n may precede one.
create function erase_emails(value text, emails text[], instead text) returns text language plpgsql immutable parallel safe as $$
declare email text;
begin
    foreach email in array emails loop
        if position(email in lower(value)) > 0 then
            value := regexp_replace(value, '(?:(?<![A-Za-z0-9.!#$%&''*+/=?^_`{|}~-])|(?<=\\[bfnrt]))' || regexp_replace(email, '([^a-z0-9@])', '\\\1', 'g')
                                           || '(?![A-Za-z0-9-]|[.][A-Za-z0-9])', instead, 'gi');
        end if;
    end loop;
    return value;
end $$;

-- Erases the user from a contact. Replaces the whole contact if it has one of the addresses, or, if `own`, one of the names.
create function erase_contact(shown json, own boolean, id bigint, emails text[], names text[]) returns json language sql stable parallel safe
return case when lower(shown ->> 'email') = any (emails) or own and shown ->> 'name' = any (names)
            then contact(erased_user(id), erased_email(id), null) else erase_emails(shown::text, emails, erased_email(id))::json end;

-- A user's JSON in records (account_render), without personal data.
create function erase_account(shown json) returns json language sql stable parallel safe
return (select ('{' || string_agg(to_json(key)::text || ':' || case key when 'id'        then value::text
                                                                  when 'email'     then to_json(erased_email((shown ->> 'id')::bigint))::text
                                                                  when 'username'  then to_json(erased_user((shown ->> 'id')::bigint))::text
                                                                  when 'firstName' then to_json(erased_user((shown ->> 'id')::bigint))::text
                                                                  else 'null' end, ',' order by n) || '}')::json
          from json_each(shown) with ordinality member (key, value, n));

-- A user's values in the audit, without personal data: only texts that the service chose stay.
create function erase_audited(kept jsonb, id bigint) returns jsonb language sql stable parallel safe
return (select jsonb_object_agg(key, case when jsonb_typeof(value) <> 'string' or key in ('role', 'kind', 'active', 'generate', 'noPassword') then value
                                          when key = 'email' then to_jsonb(erased_email(id))
                                          else to_jsonb(erased_user(id)) end)
          from jsonb_each(kept));

create function erased_company(id bigint) returns text language sql immutable strict parallel safe return 'erased company ' || id;

-- A form's answers after an erasure. If the submitter is erased (`submits`), the answers lose their values. If the receiver is erased,
-- they lose their labels, which the receiver wrote.
create function erase_answers(shown json, submits boolean) returns json language sql stable parallel safe
return array_to_json(array(
    select row_to_json(y)
      from json_array_elements(shown) with ordinality e (f, n), lateral (
           select (f ->> 'id')::bigint as "id", f ->> 'section' as "section", case when submits then f ->> 'fieldName' else '' end as "fieldName",
                  case when submits then '' else f ->> 'value' end as "value", (f ->> 'displayOrder')::int as "displayOrder", f ->> 'type' as "type") y
     order by n));

revoke all on function erased_user(bigint), erased_email(bigint), erase_emails(text, text[], text), erase_contact(json, boolean, bigint, text[], text[]),
    erase_account(json), erase_audited(jsonb, bigint), erased_company(bigint), erase_answers(json, boolean) from public;
