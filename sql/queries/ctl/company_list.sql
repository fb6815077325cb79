-- ctl_company_list: all companies.
select c.id, c.name, c.domain, case when c.active then 'yes' else 'no' end as active, array_to_string(m.communities, ', ') as communities,
       array_to_string(c.tags, ', ') as tags,
       json_build_object('id', c.id, 'name', c.name, 'domain', c.domain, 'description', c.description, 'tags', c.tags,
                         'hoursHigh', c.hours_high, 'hoursMedium', c.hours_medium, 'hoursLow', c.hours_low, 'active', c.active,
                         'communities', m.communities, 'createdAt', stamp(c.created_at)) as json
  from company c
 cross join lateral (select coalesce(array_agg(community.name order by community.id), '{}')
                       from community_member join community on community.id = community_member.community
                      where community_member.company = c.id) m (communities)
 order by c.id;
