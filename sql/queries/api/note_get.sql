-- note_get: one note of a request.
-- binds: path.noteToken, query.includeRemoved
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, request_or_null
, version as (
    select note.id, concat(note.id, '-', micros(note.updated_at)) as etag, note.rendered as body
      from request_or_null left join note on note.token = $1 and note.request = request_or_null.id and ($2::boolean or note.status <> 'REMOVED')
)
-- piece: answer
