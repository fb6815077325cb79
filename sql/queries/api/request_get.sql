-- request_get: one request in full.
-- binds: path.token, query.includeRemovedNotes
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, request_or_null
, visible_request as (select request_or_null.*, $2::boolean as with_removed, false as brief from request_or_null),
-- piece: record
, version as (
    select record.id, concat(record.id, '-', micros(record.updated_at), case when record.submit_company = record.caller_company then '-o' else '-i' end,
                             case when record.with_removed then '-r' end) as etag, record.body
      from record
)
-- piece: answer
