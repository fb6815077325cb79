-- ctl_user_erase_rest: erases the user arg.account outside of requests, and last the account, which leads to everything else. Stored
-- responses are sealed and may contain the user's data, so the responses stored for other accounts of the user's company, and for
-- that company's partners, are dropped. The idempotency keys of those responses stay in use.
-- binds: arg.account, arg.companies, arg.emails, arg.username, arg.dry_run
-- The first two parts wait for commands that are changing the user or the user's company, so that the last part's snapshot has what
-- these commands wrote. They lock the company first, as ctl_company_erase_rest does. A plan (arg.dry_run) skips these locks, because
-- the user may be at work.
select from company where id = any ($2::bigint[]) and $5::text is null order by id for no key update
-- then
select from account where id = $1::bigint and $5::text is null for update
-- then
with subject as (select $1::bigint as id, $2::bigint[] as companies, $3::text[] as emails, erased_user($1::bigint) as name, erased_email($1::bigint) as email),
changed_company as (
    update company c
       set description = erase_emails(c.description, s.emails, s.email), contacts = array(select erase_emails(contact, s.emails, s.email) from unnest(c.contacts) contact)
      from subject s
     where c.id = any (s.companies) and (erase_emails(c.description, s.emails, s.email) is distinct from c.description
                                 or exists (select from unnest(c.contacts) contact where erase_emails(contact, s.emails, s.email) <> contact))
    returning c.id
), changed_department as (
    update department d set description = erase_emails(d.description, s.emails, s.email)
      from subject s where d.company = any (s.companies) and erase_emails(d.description, s.emails, s.email) is distinct from d.description
    returning d.id
), changed_form as (
    update document d
       set contact_name = case when t.theirs then s.name else d.contact_name end, contact_phone = case when t.theirs then null else d.contact_phone end,
           contact_email = case when t.theirs then s.email else d.contact_email end, admin_note = erase_emails(d.admin_note, s.emails, s.email),
           escalation_instructions = erase_emails(d.escalation_instructions, s.emails, s.email)
      from subject s, document o, lateral (select lower(o.contact_email) = any (s.emails) as theirs) t
     where o.id = d.id and d.company = any (s.companies)
       and (t.theirs or (d.admin_note, d.escalation_instructions) is distinct from
                        (erase_emails(d.admin_note, s.emails, s.email), erase_emails(d.escalation_instructions, s.emails, s.email)))
    returning d.id
), changed_field as (
    update document_field f
       set label = erase_emails(f.label, s.emails, s.email), value = erase_emails(f.value, s.emails, s.email), options = erase_emails(f.options, s.emails, s.email),
           selections = erase_emails(f.selections::text, s.emails, s.email)::json, additional_settings = erase_emails(f.additional_settings, s.emails, s.email),
           validation_rules = erase_emails(f.validation_rules, s.emails, s.email)
      from subject s, document d
     where d.id = f.document and d.company = any (s.companies)
       and concat_ws(' ', f.label, f.value, f.options, f.selections, f.additional_settings, f.validation_rules)
           <> erase_emails(concat_ws(' ', f.label, f.value, f.options, f.selections, f.additional_settings, f.validation_rules), s.emails, s.email)
    returning f.document
), changed_attempt as (         -- a response that becomes too long is dropped
    update attempt a
       set error = erase_emails(a.error, s.emails, s.email),
           response_body = (select text from (select erase_emails(a.response_body, s.emails, s.email)) x (text) where octet_length(text) <= 1024)
      from subject s, subscription u
     where u.company = any (s.companies) and a.subscription = u.id and not a.success
       and concat_ws(' ', a.error, a.response_body) <> erase_emails(concat_ws(' ', a.error, a.response_body), s.emails, s.email)
    returning a.id
), changed_dead_letter as (
    update dead_letter d set reason = erase_emails(d.reason, s.emails, s.email)
      from subject s, subscription u
     where u.company = any (s.companies) and d.subscription = u.id and d.reason <> erase_emails(d.reason, s.emails, s.email)
), changed_subscription as (
    update subscription u
       set paused_by = case when lower(u.paused_by) = any (s.emails || lower($4)) then s.name else erase_emails(u.paused_by, s.emails, s.email) end,
           paused_why = erase_emails(u.paused_why, s.emails, s.email)
      from subject s
     where lower(u.paused_by) = any (s.emails || lower($4))
        or concat_ws(' ', u.paused_by, u.paused_why) <> erase_emails(concat_ws(' ', u.paused_by, u.paused_why), s.emails, s.email)
    returning u.id
), changed_replay as (
    update replay r
       set who = case when lower(r.who) = any (s.emails || lower($4)) then s.name else erase_emails(r.who, s.emails, s.email) end,
           why = erase_emails(r.why, s.emails, s.email), reason = erase_emails(r.reason, s.emails, s.email)
      from subject s
     where lower(r.who) = any (s.emails || lower($4))
        or concat_ws(' ', r.who, r.why, r.reason) <> erase_emails(concat_ws(' ', r.who, r.why, r.reason), s.emails, s.email)
    returning r.id
), changed_act as (
    update replay_act r
       set who = case when lower(r.who) = any (s.emails || lower($4)) then s.name else erase_emails(r.who, s.emails, s.email) end,
           why = erase_emails(r.why, s.emails, s.email)
      from subject s
     where lower(r.who) = any (s.emails || lower($4)) or concat_ws(' ', r.who, r.why) <> erase_emails(concat_ws(' ', r.who, r.why), s.emails, s.email)
    returning r.replay
), changed_audit as (           -- rows about the account lose all texts; other rows are the company's and lose only the addresses
    update audit a
       set by_address = case when a.by_account = s.id then null else a.by_address end,
           before = case when a.account = s.id and a.subscription is null and a.request is null then erase_audited(a.before, s.id)
                         else erase_emails(a.before::text, s.emails, s.email)::jsonb end,
           after  = case when a.account = s.id and a.subscription is null and a.request is null then erase_audited(a.after, s.id)
                         else erase_emails(a.after::text, s.emails, s.email)::jsonb end
      from subject s
     where s.id in (a.account, a.by_account) or concat_ws(' ', a.before, a.after) <> erase_emails(concat_ws(' ', a.before, a.after), s.emails, s.email)
    returning a.id
), deleted_failure as (delete from login_failure f using subject s where f.name = 'account/' || s.id),
deleted_name as (delete from login_name f using subject s where f.name = 'account/' || s.id),
deleted_network as (delete from login_network n using subject s where n.account = s.id returning n.account),
deleted_last_login as (delete from last_login l using subject s where l.account = s.id),
deleted_use as (delete from legacy_use u using subject s where u.account = s.id),
deleted_company as (delete from former_company f using subject s where f.account = s.id),
partner as (
    select receive_company as id from request, subject s where submit_company = any (s.companies)
    union
    select submit_company from request, subject s where receive_company = any (s.companies)
), deleted_response as (delete from idempotency i using subject s where i.account = s.id returning i.key),
changed_response as (
    update idempotency i set outcome = 'erased', answer = null
      from account a, subject s
     where a.id = i.account and a.id <> s.id and (a.company = any (s.companies) or a.company in (select id from partner)) and i.outcome <> 'erased'
    returning i.key
), changed_account as (
    update account a
       set username = s.name, first_name = s.name, last_name = null, email = s.email, phone = null, phone_country_code = null, city = null,
           email_check_fail_data = null, password_hash = null, issuer = null, subject = null, active = false, epoch = epoch + 1
      from subject s where a.id = s.id
)
select (select count(*) from changed_form) + (select count(distinct document) from changed_field where document not in (select id from changed_form)) as forms,
       (select count(*) from changed_company) + (select count(*) from changed_department) as descriptions, (select count(*) from changed_attempt) as attempts,
       (select count(*) from changed_subscription) + (select count(*) from changed_replay) + (select count(*) from changed_act) as acts,
       (select count(*) from changed_audit) as audited, (select count(*) from deleted_network) as networks,
       (select count(*) from deleted_response) + (select count(*) from changed_response) as stored
