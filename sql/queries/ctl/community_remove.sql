-- ctl_community_remove: removes a community without members.
-- binds: arg.community
with named_community as (select id, name from community where id::text = $1 or name = $1 for update),
members as (
    select count(*) as n, string_agg(c.domain, ', ' order by c.id) filter (where place <= 5) as first
      from (select m.company, row_number() over (order by m.company) as place from community_member m join named_community n on n.id = m.community) m
      join company c on c.id = m.company
), deleted_community as (delete from community c using named_community n, members where c.id = n.id and members.n = 0)
select case when not exists (select from named_community) then 'community: there is no community ' || $1
            when members.n > 0 then 'community: ' || $1 || ' has ' || members.n || case members.n when 1 then ' member (' else ' members (' end || members.first
                                    || case when members.n > 5 then ', …' else '' end || '); end each membership first (collabctl community leave)' end as refusal
  from members;
