-- note_list: the notes of a request, oldest first.
-- binds: path.token, query.updatedAfter, query.createdAfter, query.includeRemoved
-- outcomes: ok, unauthenticated, unknown
-- with: caller, shown
select case when not exists (select from caller) then 'unauthenticated'
            when not exists (select from shown)  then 'unknown'
            else 'ok' end as outcome,
       '[' || coalesce((select string_agg(note.rendered, ',' order by note.id) from note, shown
                         where note.request = shown.id
                           and ($2::timestamptz is null or note.updated_at > $2::timestamptz)
                           and ($3::timestamptz is null or note.created_at > $3::timestamptz)
                           and (coalesce($4::boolean, false) or note.status <> 'REMOVED')), '') || ']' as body
