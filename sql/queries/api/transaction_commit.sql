-- transaction_commit: for work that takes more than one statement.
commit
