-- attachment_config_get: the storages of both parties of a request, without their passwords.
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, request_or_null
, visible_request as (select request_or_null.* from request_or_null),
-- piece: storages
, version as (select id, etag, body from storages)
-- piece: answer
