-- attachment_config_get: the attachment storages of both sides of a request, without their passwords.
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, request_or_null
, visible_request as (select request_or_null.* from request_or_null),
-- piece: storages
, version as (          -- a storage gets a new uid with every change, and does not exist any more once it has expired
    select storages.id, storages.id || '-' || md5(concat(storages.submitter_uid, ' ', storages.receiver_uid)) as etag, storages.body from storages
)
-- piece: answer
