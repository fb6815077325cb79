-- dispatcher_tell: tells the other dispatchers that there is more to do than this one can. Nothing rests on it: they look twice a second.
select pg_notify('collab_work', '')
