-- attachment_config_set: sets the caller's own attachment storage for a request. Every change makes a new uid: the password is
-- sealed under it.
-- binds: path.token, value.uid, value.domain, value.password, value.expiration, value.path, value.port
-- outcomes: ok, unauthenticated, unknown, closed
-- with: caller
-- piece: request_lock
-- then
-- with: caller, visible_request, access_outcome
, changed_storage as (
    insert into attachment_storage (uid, company, request, domain, password, expiration, path, port)
    select $2::uuid, caller.company, visible_request.id, $3, $4::bytea, $5::timestamptz, $6, $7::int
      from visible_request, caller where visible_request.status <> 'CLOSED'
    on conflict (request, company) where request is not null
    do update set uid = excluded.uid, domain = excluded.domain, password = excluded.password, expiration = excluded.expiration,
                  path = excluded.path, port = excluded.port, updated_at = clock_timestamp() returning uid
)
select coalesce(access_outcome.outcome, case when exists (select from changed_storage) then 'ok' else 'closed' end) as outcome
  from access_outcome
-- then
-- with: caller, visible_request, storages
select body from storages
