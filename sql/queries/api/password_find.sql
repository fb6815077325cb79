-- password_find: the hash of the caller's password, unless a limit on failed logins forbids checking it.
-- outcomes: ok, unauthenticated, precondition-failed, no-password, too-many
-- with: caller
, failed_name as (select id as account, 'account/' || id as name from caller),
-- piece: login_refusal
select case when {request.if_match}::text is not null then 'precondition-failed'      -- a password is no record that it could name
            when account.password_hash is null  then 'no-password'
            when longest_refusal.by is not null then 'too-many'
            else 'ok' end as outcome,
       longest_refusal.by as refused_by, longest_refusal.seconds as refused_for, account.username, account.password_hash, account.id as line_of
  from caller join account on account.id = caller.id left join longest_refusal on true
