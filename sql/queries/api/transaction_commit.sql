-- transaction_commit: commits a transaction of several statements.
commit
