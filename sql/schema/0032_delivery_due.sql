-- By endpoint and time, and by nothing else: the dispatcher's statements are planned while the table is empty, and then an index that names the id
-- looks as good for finding one as the primary key (measured: a recovery of 1.7 s at 60,000 rows instead of 10 ms).
drop index delivery_due;
create index delivery_due on delivery (subscription, due_at, (id + 0));
