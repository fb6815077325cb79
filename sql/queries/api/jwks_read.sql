-- jwks_read: the stored keys of an issuer, unless the worker already has the stored version. Without a body: the keys have ended, because
-- a fetch has failed that began arg.trusted seconds after the last success, or later.
-- binds: arg.url, arg.version, arg.trusted
select 'ok' as outcome, version, body
  from (select version || case when ended then ' ended' else '' end as version, case when not ended then body end as body
          from (select version, body, coalesce(failed_at >= fetched_at + $3::int * interval '1 second', false) as ended
                  from jwks where url = $1 and body is not null) known) held
 where version <> $2
