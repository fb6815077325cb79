-- audit_subject: what a command of collabctl is about, by whatever it was given: ids, and the row that it is most about, without what is
-- secret or follows from something else.
named_account as (
    select account.* from account
     where username = coalesce({arg.username}, {arg.email}) and {arg.principal}::text is null
        or {arg.principal} in (username, subject, id::text)
     order by id limit 1
), named_subscription as (select * from subscription where id::text = {arg.subscription}),
named_department as (
    select d.* from department d join company c on c.id = d.company
     where d.id::text = {arg.department}
        or {arg.department}::text is null and d.name = {arg.name} and ({arg.company} = c.id::text or lower({arg.company}) = c.domain)
     limit 1
), named_form as (select * from document where id::text = {arg.form}),
named_note as (select * from note where token = {arg.token}),
named_request as (
    select * from request where token in ({arg.request}, {arg.token}) or id = (select request from named_note) limit 1
), named_community as (
    select * from community
     where id::text = {arg.community} or name = {arg.community} or coalesce({arg.community}, {arg.company}, {arg.domain}) is null and name = {arg.name} limit 1
),
named_company as (
    select * from company
     where id::text = {arg.company} or domain = lower({arg.company})
        or {arg.company}::text is null
           and (domain = lower({arg.domain}) or id in (select company from named_account union all select company from named_subscription
                                                       union all select company from named_department union all select company from named_form))
     limit 1
), subject as (
    select jsonb_build_object('company', (select id from named_company), 'account', (select id from named_account),
                              'subscription', (select id from named_subscription), 'request', (select token from named_request),
                              'state', coalesce(
        (select to_jsonb(named_account) - '{password_hash,rendered,tokens_since,updated_at,created_at}'::text[] from named_account),
        (select audit_subscription(to_jsonb(named_subscription) - '{secret,auth}'::text[]) from named_subscription),
        (select to_jsonb(named_department) from named_department),
        (select to_jsonb(named_form) - '{updated_at}'::text[] from named_form),
        (select jsonb_build_object('status', status) from named_note),
        (select jsonb_build_object('status', status) from named_request),
        (select to_jsonb(named_company) - '{updated_at,created_at}'::text[]
                || jsonb_build_object('communities', array(select community from community_member where company = named_company.id order by community),
                                      'storage', (select to_jsonb(s) - '{password,company,request,updated_at}'::text[]
                                                    from attachment_storage s where s.company = named_company.id and s.request is null))
           from named_company),
        (select to_jsonb(named_community) from named_community))) as value
)
