-- subscription_lock: prevents other sessions from creating a subscription of the company (owner.id) until this transaction ends. The
-- lock is a part of its own, so that the next part sees subscriptions created before this session got the lock.
subscription_lock as materialized (select pg_advisory_xact_lock({lock.subscription}, owner.id::int) from owner)
