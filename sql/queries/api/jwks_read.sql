-- jwks_read: the stored keys of an issuer, unless the worker already has the stored version.
-- binds: arg.url, arg.version
select 'ok' as outcome, version, body from jwks where url = $1 and body is not null and version::text <> $2
