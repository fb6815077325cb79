-- ctl_community_add: adds a community. A name of digits only is refused, because commands would take it for an id.
-- binds: arg.name
with new_community as (insert into community (name) select $1 where $1 !~ '^[0-9]+$' on conflict (name) do nothing returning id)
select case when $1 ~ '^[0-9]+$' then 'name: must not be a number'
            when not exists (select from new_community) then 'name: there is a community ' || $1 end as refusal,
       (select id from new_community) as said;
