-- ctl_sealed_set: stores resealed secrets, unless they have changed meanwhile. All are of one kind: a row may have secrets of two
-- kinds, and a statement can update a row only once.
-- binds: arg.sealed
with given as (select * from json_to_recordset($1::json) as g (kind text, "row" text, old text, new text)),
secret as (
    update subscription s set secret = g.new::bytea
      from given g where g.kind = 'subscription.secret' and s.id::text = g.row and s.secret = g.old::bytea returning 1
), previous as (
    update previous_secret p set secret = g.new::bytea
      from given g where g.kind = 'previous_secret.secret' and p.id::text = g.row and p.secret = g.old::bytea returning 1
), auth as (
    update subscription s set auth = g.new::bytea
      from given g where g.kind = 'subscription.auth' and s.id::text = g.row and s.auth = g.old::bytea returning 1
), password as (
    update attachment_storage s set password = g.new::bytea
      from given g where g.kind = 'attachment_storage.password' and s.uid::text = g.row and s.password = g.old::bytea returning 1
), mac as (
    update idempotency_mac m set secret = g.new::bytea
      from given g where g.kind = 'idempotency_mac.secret' and m.key::text = g.row and m.secret = g.old::bytea returning 1
), answer as (
    update idempotency i set answer = g.new::bytea
      from given g where g.kind = 'idempotency.answer' and i.account || '/' || i.scope || '/' || i.key = g.row and i.answer = g.old::bytea returning 1
)
select (select count(*) from secret) + (select count(*) from previous) + (select count(*) from auth) + (select count(*) from password)
       + (select count(*) from mac) + (select count(*) from answer) as changed
