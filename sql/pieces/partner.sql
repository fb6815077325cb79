-- partner: the companies that share a community with the caller's.
partner as (
    select company.* from company, caller
     where company.active and company.id <> caller.company
       and company.id in (select theirs.company from community_member ours join community_member theirs using (community)
                           where ours.company = caller.company)
)
