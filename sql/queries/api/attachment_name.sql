-- attachment_name: finds and reserves the first free name for a file of an upload in progress: its own, or one with a number. The search
-- begins with the number `from`; `next` is the one with which the search for a further name of the file begins. Releases
-- reserved names that were not used. Adds nothing if another upload has just taken the name: run it again.
-- binds: path.token, value.name, value.head, value.tail, value.unused, value.from
-- outcomes: ok, unauthenticated, unknown
-- with: caller, visible_request
, released_name as (
    delete from attachment_name n using visible_request
     where n.request = visible_request.id and n.name = any (array(select file_key(name) from json_array_elements_text($5::json) as unused (name)))
), free as (            -- stops at the first
    select visible_request.id, candidate.name, number
      from visible_request, generate_series($6::int, 1000000) as number,
           lateral (select case number when 1 then $2 else $3::text || ' (' || number || ')' || $4::text end) as candidate (name)
     where $2::text is not null
       and not exists (select from attachment_name n where n.request = visible_request.id and n.name = file_key(candidate.name))
     limit 1
), new_name as (        -- a trigger applies file_key
    insert into attachment_name (request, name) select id, name from free on conflict do nothing returning request
)
select case when not exists (select from caller)          then 'unauthenticated'
            when not exists (select from visible_request) then 'unknown'
            else 'ok' end as outcome,
       (select name from free where exists (select from new_name)) as added, (select number + 1 from free) as next
