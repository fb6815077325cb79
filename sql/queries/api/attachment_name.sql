-- attachment_name: finds and reserves the first free name for a file of an upload in progress: its own, or one with a number. The search
-- begins with the number `from`; `next` is the one with which the search for a further name of the file begins. Releases
-- reserved names that were not used. Adds nothing if another upload has just taken the name: run it again.
-- binds: path.token, value.name, value.head, value.tail, value.unused, value.from
-- outcomes: ok, unauthenticated, unknown
-- with: caller, visible_request
, released_name as (
    delete from attachment_name n using visible_request
     where n.request = visible_request.id and n.name = any (array(select file_key(name) from json_array_elements_text($5::json) as unused (name)))
), free as (            -- the first, whatever the plan: each number is tried after the one before
    with recursive tried as (
        select visible_request.id, $6::int as number, case $6::int when 1 then $2 else $3::text || ' (' || $6::int || ')' || $4::text end as name
          from visible_request where $2::text is not null
        union all
        select tried.id, tried.number + 1, $3::text || ' (' || tried.number + 1 || ')' || $4::text
          from tried
         where tried.number < 1000000
           and exists (select from attachment_name n where n.request = tried.id and n.name = file_key(tried.name))
    )
    select id, name, number from tried order by number desc limit 1
)
, new_name as (        -- a trigger applies file_key
    insert into attachment_name (request, name) select id, name from free on conflict do nothing returning request
)
select case when not exists (select from caller)          then 'unauthenticated'
            when not exists (select from visible_request) then 'unknown'
            else 'ok' end as outcome,
       (select name from free where exists (select from new_name)) as added, (select number + 1 from free) as next
