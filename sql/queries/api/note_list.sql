-- note_list: the notes of a request, oldest first.
-- binds: path.token, query.updatedAfter, query.createdAfter, query.includeRemoved
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, shown
, version as (          -- whatever changes a note moves its request's updated_at
    select shown.id || '-' || (extract(epoch from shown.updated_at) * 1000000)::bigint as etag from shown
), known as (
    select from version where etag = any (string_to_array({request.etags}, ','))
)
select case when not exists (select from caller)  then 'unauthenticated'
            when not exists (select from version) then 'unknown'
            when exists (select from known)       then 'not-modified'
            else 'ok' end as outcome,
       (select etag from version) as etag,
       case when not exists (select from known) then '[' || coalesce((select string_agg(note.rendered, ',' order by note.id) from note, shown
                         where note.request = shown.id
                           and ($2::timestamptz is null or note.updated_at > $2::timestamptz)
                           and ($3::timestamptz is null or note.created_at > $3::timestamptz)
                           and ($4::boolean or note.status <> 'REMOVED')), '') || ']' end as body
