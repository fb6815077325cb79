-- ctl_community_list: the communities with their members.
select y.id, y.name, array_to_string(m.members, ', ') as members,
       json_build_object('id', y.id, 'name', y.name, 'members', m.members) as json
  from community y
 cross join lateral (select coalesce(array_agg(company.domain order by company.id), '{}')
                       from community_member join company on company.id = community_member.company
                      where community_member.community = y.id) m (members)
 order by y.id;
