-- dispatcher_tell: tells the other dispatchers that there is more work than this one can do. Correctness does not depend on it:
-- they look twice a second.
select pg_notify('collab_work', '')
