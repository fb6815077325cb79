-- ctl_community_leave: ends a company's membership of a community.
-- binds: arg.community, arg.company
-- with: named_company
, named_community as (select id from community where id::text = $1 or name = $1),
deleted_membership as (
    delete from community_member using named_community, named_company where community_member.community = named_community.id and community_member.company = named_company.id returning 1
)
select case when not exists (select from named_community) then 'community: there is no community ' || $1
            when not exists (select from named_company) then 'company: there is no company ' || $2 end as refusal,
       case when not exists (select from deleted_membership) then 'nothing to do: ' || $2 || ' is not a member of ' || $1 end as said;
