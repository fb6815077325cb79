-- audit_shown: the audit rows selected by arg.since, arg.until, arg.company, arg.user (an account or a system user), arg.request (a token) and arg.what (an
-- act, a command, or a command's first word), as collabctl shows them.
audit_shown as (
    select a.id, a.at, a.what,
           case when a.by_system_user is not null then coalesce(a.by_sudo_user || ' as ', '') || a.by_system_user || '@' || a.by_host
                when coalesce(a.by_account::text, a.by_address) is not null then concat_ws(' ', coalesce(actor.username, 'account ' || a.by_account), 'from ' || a.by_address)
                else 'the service' end as who,
           company.domain as company, coalesce(account.username, 'account ' || a.account) as "user", a.subscription, a.request, a.by_address as address, a.request_id,
           (select string_agg(key || ': ' || coalesce(a.before ->> key || ' -> ', '') || coalesce(a.after ->> key, 'none'), '; ' order by key)
              from (select jsonb_object_keys(coalesce(a.before, '{}') || coalesce(a.after, '{}'))) k (key)
             where coalesce(a.before ->> key, a.after ->> key) is not null) as change,
           audit_line(a) as json
      from audit a left join company on company.id = a.company left join account on account.id = a.account left join account actor on actor.id = a.by_account
     where ({arg.since}::text is null or a.at >= {arg.since}::timestamptz) and ({arg.until}::text is null or a.at < {arg.until}::timestamptz)
       and ({arg.company}::text is null or company.id::text = {arg.company} or company.domain = lower({arg.company}))
       and ({arg.user}::text is null or {arg.user} in (account.username, actor.username, a.by_system_user, a.by_sudo_user))
       and ({arg.request}::text is null or a.request = {arg.request})
       and ({arg.what}::text is null or a.what = {arg.what} or split_part(replace(a.what, '.', ' '), ' ', 1) = {arg.what})
)
