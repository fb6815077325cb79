-- ctl_community_join: makes a company a member of a community, if it is not one yet.
-- binds: arg.community, arg.company
-- with: named_company
, named_community as (select id from community where id::text = $1 or name = $1),
new_membership as (
    insert into community_member (community, company) select named_community.id, named_company.id from named_community, named_company where not erased on conflict do nothing returning company
)
select case when not exists (select from named_community) then 'community: there is no community ' || $1
            when not exists (select from named_company) then 'company: there is no company ' || $2
            when (select erased from named_company) then 'company: ' || $2 || ' has been erased, which cannot be undone' end as refusal,
       case when not exists (select from new_membership) then 'nothing to do: ' || $2 || ' is already a member of ' || $1 end as said;
