-- ctl_exchange_communities: adds and renames communities.
-- with: exchange_wanted
, target as materialized (
    select w.n, 'community' as noun, w.id, null::bigint as company_id, w.name, case when y.id is not null then jsonb_build_object('name', y.name) end as before,
           jsonb_build_object('name', w.name) as after
      from wanted_community w left join community y on y.id = w.id
), new_community as (
    insert into community (name) select name from target where id is null order by n
), changed_community as (
    update community set name = target.name from target where community.id = target.id and community.name <> target.name
), made as (
    select n, null::bigint as company, null::bigint as account, null::jsonb as named from target
),
-- piece: exchange_changed
select n, noun as kind, name, (before is null)::text as added, old::text as old, new::text as new
  from changed order by n
