-- password_change: sets the caller's password, which ends all earlier tokens. No row: a concurrent change of the password came first,
-- and ended the caller's token, too.
-- binds: value.former_hash, value.password_hash
-- outcomes: ok, unauthenticated
-- with: caller
, changed_account as (
    update account set password_hash = $2, epoch = account.epoch + 1
      from caller where account.id = caller.id and account.password_hash = $1
    returning account.id, account.company, account.epoch
), act as (
    select 'password.changed' as what, null::bigint as subscription, null as request, null::jsonb as before, null::jsonb as after from changed_account
),
-- piece: audit_row
select 'ok' as outcome, id, company, epoch from changed_account
