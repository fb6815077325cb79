-- note_list: the notes of a request, oldest first.
-- binds: path.token, query.updatedAfter, query.createdAfter, query.includeRemoved
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, request_or_null
, version as (          -- every change of a note also sets its request's updated_at
    select request_or_null.id, concat(request_or_null.id, '-', micros(request_or_null.updated_at)) as etag,
           concat('[', array_to_string(array(select note.rendered from note
                                              where note.request = request_or_null.id
                                                and ($2::timestamptz is null or note.updated_at > $2::timestamptz)
                                                and ($3::timestamptz is null or note.created_at > $3::timestamptz)
                                                and ($4::boolean or note.status <> 'REMOVED')
                                              order by note.id), ','), ']') as body
      from request_or_null
)
-- piece: answer
