-- ctl_community_leave: ends a membership.
-- binds: arg.community, arg.company
-- refuses
with y as (
    select id from community where id::text = $1 or name = $1
), c as (
    select id from company where id::text = $2 or domain = lower($2)
), gone as (
    delete from community_member using y, c where community_member.community = y.id and community_member.company = c.id returning 1
)
select case when not exists (select from y) then 'community: there is no community ' || $1
            when not exists (select from c) then 'company: there is no company ' || $2
            when not exists (select from gone) then 'company: ' || $2 || ' is no member of ' || $1 end as refusal;
