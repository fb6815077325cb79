-- subscription_lock: keeps other sessions from creating a subscription of the company (owner: its id) until this transaction
-- ends. In a part of its own, so that the next part sees what was created before.
subscription_lock as materialized (select pg_advisory_xact_lock({lock.subscription}, owner.id::int) from owner)
