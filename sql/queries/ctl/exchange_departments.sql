-- ctl_exchange_departments: adds and changes departments. With arg.prune, disables those that the list of their company in the file lacks.
-- binds: arg.wanted, arg.prune
-- with: exchange_wanted, exchange_wanted_department
, state as (
    select d.id, d.company, d.active, jsonb_build_object('name', d.name, 'active', d.active, 'description', d.description, 'tags', to_jsonb(d.tags)) as state from department d
), target as materialized (
    select w.n, 'department' as noun, w.id, w.company_id, w.company || ' "' || w.name || '"' as name, s.state as before,
           coalesce(s.state, '{"active": true, "tags": []}') || w.given as after
      from wanted_department w left join state s on s.id = w.id
    union all
    select 1000000000 + row_number() over (order by c.domain, s.state ->> 'name'), 'department', s.id, c.id, c.domain || ' "' || (s.state ->> 'name') || '"', s.state, s.state || '{"active": false}'
      from wanted_company c join state s on s.company = c.id and s.active
     where $2::text is not null and c.lists ? 'departments' and s.id not in (select id from wanted_department where id is not null)
), new_department as (
    insert into department (company, name, active, description, tags)
    select t.company_id, x.* from target t, jsonb_to_record(t.after) x (name text, active boolean, description text, tags text[]) where t.id is null order by t.n
), changed_department as (
    update department d set name = x.name, active = x.active, description = x.description, tags = x.tags
      from target t, jsonb_to_record(t.after) x (name text, active boolean, description text, tags text[]) where d.id = t.id and t.before <> t.after
), made as (
    select n, company_id as company, null::bigint as account, jsonb_build_object('name', after -> 'name') as named from target
),
-- piece: exchange_changed
select n, noun as kind, name, (before is null)::text as added, old::text as old, new::text as new
  from changed order by n
