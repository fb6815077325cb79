-- request_get: one request in full.
-- binds: path.token, query.includeRemovedNotes
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller
, shown as (
    select request.*, $2::boolean as with_removed
      from request, caller
     where request.token = $1 and caller.company in (request.submit_company, request.receive_company)
),
-- piece: record
select case when not exists (select from caller) then 'unauthenticated'
            when answer.etag is null             then 'unknown'
            when answer.known                    then 'not-modified'
            else 'ok' end as outcome, answer.etag,
       case when not answer.known then (select body from record) end as body
  from (select version.etag, coalesce(version.etag = any (string_to_array({request.etags}, ',')), false) as known
          from (select (select shown.id || '-' || (extract(epoch from shown.updated_at) * 1000000)::bigint
                               || case when shown.submit_company = caller.company then '-o' else '-i' end
                               || case when shown.with_removed then '-r' else '' end
                          from shown, caller) as etag offset 0) version offset 0) answer
