-- legacy_use_record: records that the caller has used the deprecated operation arg.operation. Changes a row at most once an hour, however many
-- processes record. The commit waits neither for the disk nor for a standby: what a crash undoes is recorded again.
-- binds: arg.operation
-- outcomes: ok, unauthenticated
-- with: caller
, used_account as (     -- waits for an erasure of the user, and then nothing is recorded
    select account.id, clock_timestamp() as at, set_config('synchronous_commit', 'off', true)
      from account join caller on caller.id = account.id where account.active for key share of account
), recorded_use as (
    insert into legacy_use as u (account, operation, first_at, last_at) select id, $1, at, at from used_account
    on conflict (account, operation) do update set last_at = excluded.last_at
     where u.last_at not between excluded.last_at - interval '1 hour' and excluded.last_at     -- a later time is of a wrong clock
)
select 'ok' as outcome from caller
