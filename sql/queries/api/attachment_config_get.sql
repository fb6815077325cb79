-- attachment_config_get: where both sides of a request want their attachments; passwords do not show.
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, sought
, shown as (
    select sought.* from sought
),
-- piece: storages
, version as (          -- a storage gets a new uid with every change, and is not there once it has expired
    select storages.id, storages.id || '-' || md5(concat(storages.submitter_uid, ' ', storages.receiver_uid)) as etag, storages.body from storages
)
-- piece: answer
