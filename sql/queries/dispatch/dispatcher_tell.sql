-- dispatcher_tell: notifies the other dispatchers that there is more work than this one can do. Correctness does not depend on it,
-- because they look twice a second.
select pg_notify('collab_work', '')
