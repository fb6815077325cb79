-- audit_subject: finds the subject of a collabctl command by the command's arguments. Returns the ids of all rows found, and the state
-- of the most specific row (rank 1 first), without secret and derived columns. After the command, finds the company by the id that
-- audit_before has kept, because the command may have changed the domain; a user and a community likewise.
kept as (select nullif(current_setting('collab.audit_subject', true), '')::json as value),
kept_account as (select (value ->> 'account')::bigint as id from kept where {arg.username}::text is not null),
named_account as (
    select account.* from account
     where id = (select id from kept_account)
        or (select id from kept_account) is null
           and (username = coalesce({arg.username}, {arg.email}) and {arg.principal}::text is null
                or kind = 'principal' and {arg.principal} in (username, subject, id::text))
     order by id limit 1
), named_subscription as (select * from subscription where id::text = {arg.subscription}),
named_department as (
    select d.* from department d join company c on c.id = d.company
     where d.id::text = {arg.department}
        or {arg.audit_what} like 'department %' and {arg.department}::text is null and d.name = {arg.name} and ({arg.company} = c.id::text or lower({arg.company}) = c.domain)
     limit 1
), named_form as (select * from document where id::text = {arg.form}),
named_note as (select * from note where token = {arg.token}),
named_request as (
    select * from request where token in ({arg.request}, {arg.token}) or id = (select request from named_note) limit 1
), kept_community as (select (value -> 'state' ->> 'id')::bigint as id from kept where {arg.community}::text is not null and value ->> 'kind' = 'community'),
named_community as (
    select * from community
     where id = (select id from kept_community)
        or (select id from kept_community) is null
           and (id::text = {arg.community} or name = {arg.community} or {arg.audit_what} = 'community add' and name = {arg.name}) limit 1
),
kept_company as (select (value ->> 'company')::bigint as id from kept where {arg.company}::text is not null),
named_company as (
    select * from company
     where id = (select id from kept_company)
        or (select id from kept_company) is null and (id::text = {arg.company} or domain = lower({arg.company}))
        or {arg.company}::text is null
           and (domain = lower({arg.domain}) or id in (select company from named_account union all select company from named_subscription
                                                       union all select company from named_department union all select company from named_form))
     limit 1
), named_row (rank, kind, state) as (
    select 1, 'account', to_jsonb(a) - '{password_hash,rendered,tokens_since,updated_at,created_at}'::text[] from named_account a
    union all
    select 2, 'subscription', audit_subscription(to_jsonb(s) - '{secret,auth}'::text[]) from named_subscription s
    union all
    select 3, 'department', to_jsonb(d) from named_department d
    union all
    select 4, 'form', to_jsonb(f) - '{updated_at}'::text[] from named_form f
    union all
    select 5, 'note', jsonb_build_object('status', status) from named_note
    union all
    select 6, 'request', jsonb_build_object('status', status) from named_request
    union all
    select 7, 'company', to_jsonb(c) - '{updated_at,created_at}'::text[]
           || jsonb_build_object('communities', array(select community from community_member where company = c.id order by community),
                                 'storage', (select to_jsonb(s) - '{password,company,request,updated_at}'::text[]
                                               from attachment_storage s where s.company = c.id and s.request is null))
      from named_company c
    union all
    select 8, 'community', to_jsonb(c) from named_community c
    order by 1 limit 1
), subject as (
    select jsonb_build_object('company', (select id from named_company), 'account', (select id from named_account),
                              'subscription', (select id from named_subscription), 'request', (select token from named_request),
                              'kind', (select kind from named_row), 'state', (select state from named_row)) as value
)
