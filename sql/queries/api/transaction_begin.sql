-- transaction_begin: begins a transaction of several statements.
begin
