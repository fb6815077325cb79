-- attachment_config_get: where both sides of a request want their attachments; passwords do not show.
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, shown
, version as (          -- a storage gets a new uid with every change, and is not there once it has expired
    select shown.id || '-' || md5(concat((select uid from storage_of(shown.id, shown.submit_company)), ' ',
                                         (select uid from storage_of(shown.id, shown.receive_company)))) as etag
      from shown
), known as (
    select from version where etag = any (string_to_array({request.etags}, ','))
),
-- piece: storages
select case when not exists (select from caller)  then 'unauthenticated'
            when not exists (select from version) then 'unknown'
            when exists (select from known)       then 'not-modified'
            else 'ok' end as outcome,
       (select etag from version) as etag,
       case when not exists (select from known) then (select body from storages) end as body
