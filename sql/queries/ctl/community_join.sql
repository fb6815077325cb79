-- ctl_community_join: makes a company a member; one that is already stays it.
-- binds: arg.community, arg.company
-- refuses
with y as (
    select id from community where id::text = $1 or name = $1
), c as (
    select id from company where id::text = $2 or domain = lower($2)
), joined as (
    insert into community_member (community, company) select y.id, c.id from y, c on conflict do nothing returning company
)
select case when not exists (select from y) then 'community: there is no community ' || $1
            when not exists (select from c) then 'company: there is no company ' || $2 end as refusal,
       case when not exists (select from joined) then 'nothing to do: ' || $2 || ' is a member of ' || $1 || ' already' end as said;
