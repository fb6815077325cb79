-- types: domains and functions that all tables share: words, e-mail addresses, timestamps, URLs.

create extension if not exists pg_trgm with schema collab;      -- trusted: the database's owner may create it

-- Closed sets of words (mod_collab/base/domain.h has those of the interface). They are domains: PostgreSQL parses a table's check
-- constraints again in every statement that writes to it, but a domain's once per connection. It checks a domain only when the
-- column is written.
create domain account_kind as text check (value in ('user', 'principal'));
create domain account_role as text check (value in ('reader', 'member', 'integrator'));
create domain form_section as text check (value in ('CONTACT_SECTION', 'COMMON_CUSTOMER_SECTION', 'PROBLEM_SECTION'));
create domain form_field_type as text check (value in ('STRING', 'SELECT', 'TIERSELECT', 'INTEGER', 'EMAIL', 'PHONE', 'HIDDEN'));
create domain priority as text check (value in ('LOW', 'MEDIUM', 'HIGH'));
create domain request_status as text check (value in ('OPEN', 'INFORMATION', 'ACCEPTED', 'REJECTED', 'CLOSED'));
create domain note_status as text check (value in ('ENTERED', 'READ', 'RESPONDED', 'REMOVED'));
create domain response_type as text check (value in ('APPROVAL', 'REJECTION', 'INFORMATION_REQUEST', 'INFORMATION_RESPONSE'));
create domain attachment_status as text check (value in ('SUCCESS', 'FAILED', 'NOT_CONFIGURED'));
create domain event_type as text check (value in ('created', 'closed', 'note.created', 'response.created', 'response.updated', 'webhook.test'));
create domain payload_version as text check (value in ('V1', 'V2'));
create domain direction as text check (value in ('INBOUND', 'OUTBOUND'));
create domain auth_type as text check (value in ('NONE', 'BASIC', 'BEARER', 'HEADER', 'OAUTH2_CLIENT_CREDENTIALS'));
create domain replay_state as text check (value in ('running', 'paused', 'done', 'cancelled'));
create domain replay_action as text check (value in ('begun', 'paused', 'resumed', 'cancelled', 'done'));

-- The token of a request. It is a domain, so that PostgreSQL does not check it when a note updates the request's row.
create domain token as text check (value ~ '^[A-Za-z0-9]{16,20}$');

-- The key under which failed logins of a user name are counted: the account with that name, or an HMAC of the name if there is none
-- (mod_collab/auth/login_name.h). A user may have typed the password as the name, so the name itself is not stored.
create domain failed_name as text check (value ~ '^(account/[0-9]+|[0-9a-f]{64})$');

-- Formats a timestamp for records (interface.md 3.6): UTC, whole seconds. to_char would take four times as long.
create function stamp(at timestamptz) returns text language sql stable strict parallel safe
return substr(to_json(at at time zone 'UTC')::text, 2, 19) || 'Z';

-- A timestamp for entity tags: microseconds since 1970. The function is declared stable, like those that it calls: PostgreSQL
-- could not inline it if it were declared immutable.
create function micros(at timestamptz) returns bigint language sql stable strict parallel safe
return (extract(epoch from at) * 1000000)::bigint;

-- A contact's JSON for records. Use row_to_json and array_to_json only: the other functions insert blanks, and bodies are compact.
create function contact(name text, email text, phone text) returns json language sql stable parallel safe
return (select row_to_json(x) from (select name as "name", email as "email", phone as "phone") x);

-- Returns `instead` if CollabLenientInput is on and the client sent nothing or blanks; else the value.
create function filled(value text, lenient text, instead text) returns text language sql immutable parallel safe
return case when lenient = 'true' and (value is null or value !~ '\S') then instead else value end;

-- Whether a text is an e-mail address by interface.md 3.9. base/text.c applies the same rule to the members of a body.
create function is_email(value text) returns boolean language sql immutable parallel safe
return length(value) <= 191
   and value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+([.][A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
   and position('@' in value) <= 65;

-- The distinct strings of a JSON array, in the order of their first occurrence.
create function in_order(list json) returns text[] language sql immutable strict parallel safe
    return array(select value from json_array_elements_text(list) with ordinality element (value, n) group by value order by min(n));

-- The origin of an accepted URL: scheme, host and port, including a default port. Callback credentials are valid for one origin.
create function url_origin(url text) returns text language sql immutable strict parallel safe
return (select lower(m[1]) || '://' || lower(m[2]) || ':' || coalesce(nullif(ltrim(m[3], '0'), ''), case lower(m[1]) when 'https' then '443' else '80' end)
          from regexp_match(url, '^([^:]+)://(\[[^]]*\]|[^:/?#]*)(?::([0-9]*))?') m);

-- Sets updated_at whenever a company, account or form changes. The entity tags of /v1/me and of forms contain updated_at.
create function touch() returns trigger language plpgsql as $$ begin new.updated_at := clock_timestamp(); return new; end $$;
