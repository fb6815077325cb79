-- transaction_begin: for work that takes more than one statement.
begin
