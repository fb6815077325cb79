-- dispatcher_tell: notifies the other dispatchers that there is more work than this one can do. Correctness does not depend on the
-- notification, because every dispatcher looks for work twice a second.
select pg_notify('collab_work', '')
