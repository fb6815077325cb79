-- transaction_rollback: for work that takes more than one statement.
rollback
