-- ctl_company_erase_rest: erases the company arg.id outside of requests, and last its accounts and its own row. Its deliveries and dead
-- letters are dropped, and the dispatcher deletes them. Stored responses are sealed and may contain the company's data, so the responses
-- stored for its partners are dropped, too; the partners' idempotency keys stay in use.
-- binds: arg.id, arg.dry_run
-- The first three parts wait for commands that are changing the company, its subscriptions or its accounts, so that the last part's
-- snapshot has what these commands wrote. They lock in the order of ctl_company_set. A plan (arg.dry_run) skips these locks, because
-- the company is still at work, and a lock on a subscription holds back claims.
select from subscription where company = $1::bigint and $2::text is null order by id for update
-- then
select from company where id = $1::bigint and $2::text is null for update
-- then
select from account where company = $1::bigint and $2::text is null order by id for update
-- then
with
-- piece: company_subject
-- The texts of operators and of the service. `named` reads each of them once for all accounts, however many the company has.
, said as not materialized (
    select 'replay.who' as place, id, lower(who) as text from replay
    union all
    select 'replay.why', id, lower(why) from replay where why is not null
    union all
    select 'replay.reason', id, lower(reason) from replay where reason is not null
    union all
    select 'replay_act.who', id, lower(who) from replay_act
    union all
    select 'replay_act.why', id, lower(why) from replay_act where why is not null
    union all
    select 'audit', id, lower(concat_ws(' ', before, after)) from audit
), named as materialized (      -- those with the domain, or an account's address, as a whole
    select place, said.id from said, subject s where case when position(s.domain in text) > 0 then text ~ s.pattern end
    union
    select place, said.id
      from said, lateral regexp_matches(regexp_replace(text, '\\[bfnrt]', ' ', 'g'), '[a-z0-9_][!#-''*+./0-9=?^-~-]*@[a-z0-9-]+(?:[.][a-z0-9-]+)*', 'g') address
     where position('@' in text) > 0 and address[1] in (select unnest(emails) from subject)
), member as (select a.id, 'account/' || a.id as failed_name from account a, subject s where a.company = s.id),
deleted_storage as (delete from attachment_storage t using subject s where t.company = s.id),
deleted_subscription as (delete from subscription u using subject s where u.company = s.id),
changed_subscription as (
    update subscription u set paused_by = 'erased', paused_why = null from subject s where u.company <> s.id and lower(u.paused_by) = any (s.who)
), changed_replay as (
    update replay r
       set wanted = case when lower(r.wanted::jsonb ->> 'company') = s.domain then (r.wanted::jsonb || jsonb_build_object('company', s.id::text))::text else r.wanted end,
           who = case when lower(r.who) = any (s.who) or r.id in (select id from named where place = 'replay.who') then 'erased' else r.who end,
           why = case when lower(r.who) = any (s.who) or r.id in (select id from named where place = 'replay.why') then null else r.why end,
           reason = case when r.id in (select id from named where place = 'replay.reason') then null else r.reason end
      from subject s
     where lower(r.wanted::jsonb ->> 'company') = s.domain or lower(r.who) = any (s.who) or r.id in (select id from named where place like 'replay.%')
), changed_act as (
    update replay_act r
       set who = case when lower(r.who) = any (s.who) or r.id in (select id from named where place = 'replay_act.who') then 'erased' else r.who end, why = null
      from subject s where lower(r.who) = any (s.who) or r.id in (select id from named where place like 'replay_act.%')
), changed_audit as (
    update audit a set before = null, after = null, by_address = case when a.by_account in (select id from member) then null else a.by_address end
      from subject s
     where a.company = s.id or a.by_account in (select id from member) or a.account in (select id from member) or a.id in (select id from named where place = 'audit')
), deleted_failure as (delete from login_failure where name in (select failed_name from member)),
deleted_name as (delete from login_name where name in (select failed_name from member)),
deleted_day as (delete from company_day d using subject s where d.company = s.id),
deleted_network as (delete from login_network where account in (select id from member)),
deleted_last_login as (delete from last_login where account in (select id from member)),
deleted_use as (delete from legacy_use where account in (select id from member)),
partner as (
    select receive_company as id from request, subject s where submit_company = s.id
    union
    select submit_company from request, subject s where receive_company = s.id
), deleted_response as (delete from idempotency where account in (select id from member)),
changed_response as (
    update idempotency i set outcome = 'erased', answer = null
      from account a where a.id = i.account and a.company in (select id from partner) and i.outcome <> 'erased'
), deleted_membership as (delete from community_member m using subject s where m.company = s.id),
deleted_field as (delete from document_field f using document d, subject s where d.id = f.document and d.company = s.id),
changed_form as (
    update document d
       set name = 'erased form ' || d.id, contact_name = null, contact_email = null, contact_phone = null, admin_note = null, escalation_instructions = null, active = false
      from subject s where d.company = s.id returning d.id
), changed_department as (
    update department d set name = 'erased department ' || d.id, description = null, tags = '{}', active = false from subject s where d.company = s.id returning d.id
), changed_account as (
    update account a
       set username = erased_user(a.id), first_name = erased_user(a.id), last_name = null, email = erased_email(a.id), phone = null, phone_country_code = null, city = null,
           email_check_fail_data = null, password_hash = null, active = false, epoch = epoch + 1,
           issuer = case a.kind when 'principal' then 'erased' end, subject = case a.kind when 'principal' then 'erased-' || a.id end
      from member where a.id = member.id
), changed_company as (
    update company c
       set name = s.name, description = null, domain = 'erased-' || c.id || '.erased.invalid', tags = '{}', hours_high = null, hours_medium = null, hours_low = null,
           contacts = '{}', rate_limit = null, subscription_limit = null, daily_requests = null, daily_bytes = null, active = false
      from subject s where c.id = s.id
)
select (select count(*) from changed_form) as forms, (select count(*) from changed_department) as departments
