-- attachment_config_get: where both sides of a request want their attachments; passwords do not show.
-- outcomes: ok, unauthenticated, unknown
-- with: caller, shown, storages
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from shown)  then 'unknown'
            else 'ok' end as outcome,
       (select body from storages) as body
