-- ctl_audit_record: records a command: its user, subject and arguments, and what it changed since ctl_audit_before. A deleted
-- subject is recorded as it was. The options rate, subscriptions, contact and why set columns with other names. Such an
-- option is left out if its column changed, because the changed column shows the option's value.
-- binds: arg.audit_what, arg.audit_system_user, arg.audit_sudo_user, arg.audit_host, arg.audit_given
-- with: audit_subject
, change as (
    select former, case when $5::text is not null and (former -> 'kind' = value -> 'kind' or value -> 'kind' = 'null') then nullif(former -> 'state', 'null') end as former_state,
           value, case when $5::text is not null then nullif(value -> 'state', 'null') end as state
      from subject, (select current_setting('collab.audit_subject')::jsonb) look (former)
), given as (
    select $5::jsonb - array(select told.option from (values ('rate', 'rate_limit'), ('subscriptions', 'subscription_limit'), ('contact', 'contacts'), ('why', 'paused_why')) told (option, "column")
                              where former_state -> told."column" is distinct from state -> told."column") as options
      from change
)
insert into audit (what, by_system_user, by_sudo_user, by_host, company, account, subscription, request, before, after)
select $1, $2, $3, $4, coalesce(former ->> 'company', value ->> 'company')::bigint, coalesce(former ->> 'account', value ->> 'account')::bigint,
       coalesce(former ->> 'subscription', value ->> 'subscription')::bigint, coalesce(former ->> 'request', value ->> 'request'),
       audit_difference(former_state, state),
       nullif(coalesce(audit_difference(options, null), '{}') || coalesce(audit_difference(state, former_state), '{}'), '{}')
  from change, given
