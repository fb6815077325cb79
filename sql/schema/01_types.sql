-- types: what words, texts, timestamps and URLs are checked against, compared by and shown as. All tables use these.

create extension if not exists pg_trgm with schema collab;      -- trusted: the database's owner may create it

-- Closed sets of words (mod_collab/base/domain.h has those of the interface). Domains, because PostgreSQL parses the check
-- constraints of a table anew in every statement that writes a row of it, and a domain's only once a connection; and it checks a
-- domain only when the column is written.
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

-- What addresses a request (docs/glossary.md). A domain for the same reason: a note changes its request's row, and not its token.
create domain token as text check (value ~ '^[A-Za-z0-9]{16,20}$');

-- What failed logins of a user name are counted under: the account that has the name, or an HMAC of the name where no account has it
-- (mod_collab/auth/login_name.h). Such a name may be a password, so it is not kept itself.
create domain failed_name as text check (value ~ '^(account/[0-9]+|[0-9a-f]{64})$');

-- A timestamp as records show it (interface.md 3.6): UTC, whole seconds. Not to_char, which takes four times as long.
create function stamp(at timestamptz) returns text language sql stable strict parallel safe
return substr(to_json(at at time zone 'UTC')::text, 2, 19) || 'Z';

-- A timestamp as an entity tag holds it: microseconds since 1970. Stable, as what it calls: declared immutable it could not become
-- part of the statement that calls it.
create function micros(at timestamptz) returns bigint language sql stable strict parallel safe
return (extract(epoch from at) * 1000000)::bigint;

-- A contact as records show it. row_to_json and array_to_json alone build JSON: the other builders insert blanks, and bodies are
-- compact.
create function contact(name text, email text, phone text) returns json language sql stable parallel safe
return (select row_to_json(x) from (select name as "name", email as "email", phone as "phone") x);

-- What a statement stores where CollabLenientInput is on and the client gave nothing, or blanks.
create function filled(value text, lenient text, instead text) returns text language sql immutable parallel safe
return case when lenient = 'true' and (value is null or value !~ '\S') then instead else value end;

-- Is this an e-mail address as interface.md 3.9 defines it? base/text.c applies the same rule to the members of a body.
create function is_email(value text) returns boolean language sql immutable parallel safe
return length(value) <= 191
   and value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+([.][A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
   and position('@' in value) <= 65;

-- The strings of a JSON array in their order, each of them once.
create function in_order(list json) returns text[] language sql immutable strict parallel safe
    return array(select value from json_array_elements_text(list) with ordinality element (value, n) group by value order by min(n));

-- The origin of a URL that the interface has accepted: scheme, host and port, with the default port written out. A callback's
-- credentials belong to its origin.
create function url_origin(url text) returns text language sql immutable strict parallel safe
return (select lower(m[1]) || '://' || lower(m[2]) || ':' || coalesce(nullif(ltrim(m[3], '0'), ''), case lower(m[1]) when 'https' then '443' else '80' end)
          from regexp_match(url, '^([^:]+)://(\[[^]]*\]|[^:/?#]*)(?::([0-9]*))?') m);

-- Sets updated_at of a company, an account or a form whenever it changes: the entity tags of /v1/me and of forms are made of it.
create function touch() returns trigger language plpgsql as $$ begin new.updated_at := clock_timestamp(); return new; end $$;
