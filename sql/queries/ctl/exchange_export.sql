-- ctl_exchange_export: the objects of the exchange's file, a row each, in the order of the file. Forms come in the order of their ids, which has a
-- meaning: partners get the first that is active. arg.hashes: with the hashes of the users' passwords.
-- binds: arg.with_password_hashes
-- with: exchange_company_state, exchange_account_state, exchange_form_state, exchange_storage_state
, object as (
    select null::text as company, 0 as place, 'communities' as list, null::bigint as id, name collate "C" as key, jsonb_build_object('name', name) as state from community
    union all
    select c.state ->> 'domain', 1, 'companies', null, '', c.state from company_state c
    union all
    select c.state ->> 'domain', 2, 'departments', null, d.name collate "C",
           jsonb_build_object('name', d.name, 'active', d.active, 'description', d.description, 'tags', to_jsonb(d.tags))
      from department d join company_state c on c.id = d.company
    union all
    select a.state ->> 'company', case a.kind when 'user' then 3 else 4 end, case a.kind when 'user' then 'users' else 'principals' end, null, (a.state ->> 'username') collate "C",
           case when a.kind = 'principal' then a.state || jsonb_build_object('name', a.state -> 'firstName', 'oid', a.state -> 'subject')
                when $1::text is null then a.state - 'passwordHash' else a.state end
      from account_state a
    union all
    select c.state ->> 'domain', 5, 'forms', f.id, '', f.state || jsonb_build_object('department', d.name)
      from form_state f join company_state c on c.id = f.company left join department d on d.id = f.department
    union all
    select c.state ->> 'domain', 6, 'attachments', null, '', s.state from storage_state s join company_state c on c.id = s.company
)
select list, state::text as json from object order by company collate "C" nulls first, place, id, key
