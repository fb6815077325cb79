-- The conditions of HTTP requests (RFC 9110, 13), and the entity tags that they name.

-- Does a record with this tag meet If-Match and If-None-Match? Both are lists of tags, separated by commas (http/etag.c); null: there is
-- no such condition.
create function fits(if_match text, if_none_match text, tag text) returns boolean language sql immutable parallel safe
return (if_match is null or tag = any (string_to_array(if_match, ','))) and (if_none_match is null or tag <> all (string_to_array(if_none_match, ',')));

-- The tag of a request, as its submitter (`own`) or its receiver reads it.
create function request_tag(id bigint, updated_at timestamptz, own boolean) returns text language sql stable parallel safe
return concat(id, '-', micros(updated_at), case when own then '-o' else '-i' end);

-- `request_fits`: does the request meet the conditions? PostgreSQL puts its body into the statements that call it, and finds it true in the
-- forms without conditions (build/statements.pl). It does not put the body of `request_tag_fits` there, which is PL/pgSQL: preparing that for
-- each statement would cost more than the rest.
create function request_tag_fits(if_match text, if_none_match text, id bigint, updated_at timestamptz, own boolean) returns boolean
    language plpgsql stable parallel safe as $$ begin return fits(if_match, if_none_match, request_tag(id, updated_at, own)); end $$;
create function request_fits(if_match text, if_none_match text, id bigint, updated_at timestamptz, own boolean) returns boolean
    language sql stable parallel safe
return coalesce(if_match, if_none_match) is null or request_tag_fits(if_match, if_none_match, id, updated_at, own);

-- The tag of a subscription. It contains the event types' prefix, because the operator may change it.
create function subscription_tag(id bigint, updated_at timestamptz, prefix text) returns text language sql stable parallel safe
return concat(id, '-', micros(updated_at), '-', left(md5(prefix), 16));
