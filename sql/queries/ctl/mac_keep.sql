-- ctl_mac_keep: stores the HMAC keys for the hashes of bodies. They are derived from replaced secrets keys, and sealed with the
-- newest secrets key.
-- binds: arg.macs
insert into idempotency_mac (key, secret)
select g.key, g.secret::bytea from json_to_recordset($1::json) as g (key smallint, secret text)
on conflict (key) do update set secret = excluded.secret
