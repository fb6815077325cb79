-- transaction_rollback: rolls a transaction of several statements back.
rollback
