-- subscribing: nobody else makes a subscription of the company (owner: its id) until this transaction is over. In a part of its own, so that the next
-- part sees what was made before.
subscribing as materialized (
    select pg_advisory_xact_lock({lock.subscription}, owner.id::int) from owner
)
