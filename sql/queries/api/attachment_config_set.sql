-- attachment_config_set: sets the storage of the caller's company for a request. Every change needs a new uid, under which the
-- password is sealed.
-- binds: path.token, value.uid, value.domain, value.password, value.expiration, value.path, value.port
-- outcomes: ok, unauthenticated, unknown, integrator-only, precondition-failed, closed
-- with: caller
-- piece: request_lock
-- then
-- with: caller, integrator, visible_request, access_outcome, storages
, condition as (        -- looks up the storages only if the HTTP request has a condition
    select coalesce({request.if_match}, {request.if_none_match}) is null
           or exists (select from storages where fits({request.if_match}, {request.if_none_match}, storages.etag)) as met
)
, former_storage as (
    select s.domain, s.port, s.path, s.expiration from attachment_storage s join visible_request on s.request = visible_request.id and s.company = visible_request.caller_company
), changed_storage as (
    insert into attachment_storage (uid, company, request, domain, password, expiration, path, port)
    select $2::uuid, integrator.company, visible_request.id, $3, $4::bytea, $5::timestamptz, $6, $7::int
      from visible_request, integrator, condition where visible_request.status <> 'CLOSED' and condition.met
    on conflict (request, company) where request is not null
    do update set uid = excluded.uid, domain = excluded.domain, password = excluded.password, expiration = excluded.expiration,
                  path = excluded.path, port = excluded.port, updated_at = clock_timestamp() returning domain, port, path, expiration
), act as (
    select 'attachments.configured' as what, null::bigint as subscription, $1 as request, (select to_jsonb(former_storage) from former_storage) as before,
           to_jsonb(changed_storage) as after
      from changed_storage
),
-- piece: audit_row
select coalesce(access_outcome.outcome,
                case when exists (select from changed_storage) then 'ok'
                     when not exists (select from integrator)  then 'integrator-only'
                     when not (select met from condition)      then 'precondition-failed'
                     else 'closed' end) as outcome
  from access_outcome
-- then
-- with: caller, visible_request, storages
select body, etag from storages
