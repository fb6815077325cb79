-- ctl_sealed_list: secrets of one kind that are sealed with a key other than arg.key. Leaves out the secrets arg.skip, which could not be opened.
-- binds: arg.key, arg.skip
with sealed_secret as (
    select 'subscription.secret' as kind, id::text as row, 'subscription/' || uid || '/secret' as identity, secret as value from subscription
    union all
    select 'previous_secret.secret', p.id::text, 'subscription/' || s.uid || '/secret', p.secret from previous_secret p join subscription s on s.id = p.subscription
    union all select 'subscription.auth', id::text, 'subscription/' || uid || '/auth', auth from subscription
    union all select 'attachment_storage.password', uid::text, 'attachment/' || uid, password from attachment_storage where password is not null
    union all select 'idempotency_mac.secret', key::text, 'idempotency/mac/' || key, secret from idempotency_mac
    union all
    select 'idempotency.answer', account || '/' || scope || '/' || key, 'idempotency/' || account || '/' || scope || '/' || key, answer from idempotency
), other_key_secret as (
    select kind, row, identity, value::text as sealed from sealed_secret
     where get_byte(value, 1) <> $1::int
       and kind || ' ' || row not in (select json_array_elements_text($2::json))
)
select kind, row, identity, sealed from other_key_secret where kind = (select min(kind) from other_key_secret) limit 500
