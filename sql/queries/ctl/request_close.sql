-- ctl_request_close: closes a request for the operator, like its submitter's closure, and adds a SYSTEM note with the reason.
-- binds: arg.token, arg.reason, arg.note_token
with named_request as (select token, status from request where token = $1),
closing as (select token, null::bigint as company, null::text as if_match, null::text as if_none_match, null::text as request_id, null::text as traceparent from named_request),
-- piece: closure, outbox_row
, new_note as (
    insert into note (token, request, creator_name, summary, description, priority, created_at)
    select $3, id, 'SYSTEM', 'Closed by the operator', $2, priority, updated_at from changed_request
)
select case when not exists (select from named_request) then 'token: there is no request ' || $1 end as refusal,
       case when exists (select from changed_request) then 'request ' || $1 || ' is closed; it was ' || (select status from named_request)
            else 'nothing to do: request ' || $1 || ' is closed already' end as said
