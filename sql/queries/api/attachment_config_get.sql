-- attachment_config_get: the storages of both parties of a request, without their passwords.
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, request_or_null
, visible_request as (select request_or_null.* from request_or_null),
-- piece: storages
, version as (          -- the uids suffice: every change gives a storage a new uid, and an expired storage is not found
    select storages.id, storages.id || '-' || md5(concat(storages.submitter_uid, ' ', storages.receiver_uid)) as etag, storages.body from storages
)
-- piece: answer
