-- ctl_exchange_accounts: adds and changes users and principals. arg.hashes: of the initial passwords, by user name. Ends the tokens of a user
-- whose password changes, who is disabled, or who goes to another company. With arg.prune, disables those that the list of their company
-- in the file lacks.
-- binds: arg.wanted, arg.prune, arg.hashes
-- with: exchange_wanted, exchange_wanted_account, exchange_account_state
, initial as (select key as username, value as hash from jsonb_each($3::jsonb)),
target as materialized (
    select w.n, w.kind as noun, w.id, w.company_id, w.username as name, s.state as before,
           coalesce(s.state, jsonb_build_object('active', true, 'role', 'integrator', 'email', w.username)) || w.given || jsonb_build_object('company', w.company)
           || case when i.hash is not null and coalesce(s.state -> 'passwordHash', 'null') = 'null' then jsonb_build_object('passwordHash', i.hash) else '{}' end as after
      from wanted_account w left join account_state s on s.id = w.id left join initial i on i.username = w.username
    union all
    select 1000000000 + row_number() over (order by c.domain, s.kind desc, s.state ->> 'username' collate "C"), s.kind, s.id, c.id, s.state ->> 'username', s.state, s.state || '{"active": false}'
      from wanted_company c join account_state s on s.company = c.id and s.state -> 'active' = 'true'
     where $2::text is not null and c.lists ? case s.kind when 'user' then 'users' else 'principals' end and s.id not in (select id from wanted_account where id is not null)
), new_account as (
    insert into account (kind, company, username, active, email, first_name, last_name, phone, phone_country_code, city, email_check_fail_data, role, issuer, subject, password_hash)
    select t.noun, t.company_id, x.*
      from target t, jsonb_to_record(t.after) x (username text, active boolean, email text, "firstName" text, "lastName" text, phone text, "phoneCountryCode" text, city text,
                                                 "emailCheckFailData" text, role text, issuer text, subject text, "passwordHash" text)
     where t.id is null order by t.n returning id, username
), changed_account as (
    update account a
       set company = t.company_id, username = x.username, active = x.active, email = x.email, first_name = x."firstName", last_name = x."lastName", phone = x.phone,
           phone_country_code = x."phoneCountryCode", city = x.city, email_check_fail_data = x."emailCheckFailData", role = x.role, issuer = x.issuer, subject = x.subject,
           password_hash = x."passwordHash",
           epoch = epoch + (a.password_hash is distinct from x."passwordHash" or a.active and not x.active or a.company <> t.company_id)::int
      from target t, jsonb_to_record(t.after) x (username text, active boolean, email text, "firstName" text, "lastName" text, phone text, "phoneCountryCode" text, city text,
                                                 "emailCheckFailData" text, role text, issuer text, subject text, "passwordHash" text)
     where a.id = t.id and t.before <> t.after
), made as (
    select t.n, t.company_id as company, coalesce(t.id, a.id) as account, null::jsonb as named from target t left join new_account a on a.username = t.name
),
-- piece: exchange_changed
select n, noun as kind, name, (before is null)::text as added, old::text as old, new::text as new
  from changed order by n
