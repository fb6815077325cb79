-- Logins ignore the case of a user name (failed_name). The index is not unique: names that differ by case alone may exist (collabctl doctor
-- names them).
-- slow: waits for transactions
drop index concurrently if exists account_username_lower;
-- then
-- slow: reads the table
create index concurrently account_username_lower on account (lower(username));
-- then
select 1;
