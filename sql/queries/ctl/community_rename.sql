-- ctl_community_rename: gives a community another name. A name of digits only is refused, because commands would take it for an id.
-- binds: arg.community, arg.name
with named_community as (select id, name from community where id::text = $1 or name = $1 for no key update),
namesake as (select id from community where name = $2 and id not in (select id from named_community)),
changed_community as (
    update community c set name = $2 from named_community n where c.id = n.id and n.name <> $2 and $2 !~ '^[0-9]+$' and not exists (select from namesake)
)
select case when not exists (select from named_community) then 'community: there is no community ' || $1
            when $2 ~ '^[0-9]+$' then 'name: must not be a number'
            when exists (select from namesake) then 'name: there is a community ' || $2 || ', ' || (select id from namesake) end as refusal,
       case when (select name from named_community) = $2 then 'nothing to do: community ' || $1 || ' has that name already' end as said;
