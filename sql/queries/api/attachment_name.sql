-- attachment_name: reserves a free name for a file of an upload in progress, and releases reserved names that were not used.
-- binds: path.token, value.name, value.unused
-- outcomes: ok, unauthenticated, unknown
-- with: caller, visible_request
, released_name as (
    delete from attachment_name n using visible_request
     where n.request = visible_request.id and n.name = any (array(select json_array_elements_text($3::json)))
), new_name as (
    insert into attachment_name (request, name) select visible_request.id, $2 from visible_request where $2::text is not null
    on conflict do nothing returning name
)
select case when not exists (select from caller)          then 'unauthenticated'
            when not exists (select from visible_request) then 'unknown'
            else 'ok' end as outcome,
       (select name from new_name) as added
