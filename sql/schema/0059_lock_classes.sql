-- reindex_live as before, with a lock class of its own (mod_collab/base/locks.h): the number of a table could have been that of another class.
create or replace function reindex_live(out index text, out bytes_before bigint, out bytes_after bigint) returns setof record
language plpgsql set lock_timeout = '100ms' as $$
begin
    select i.indexrelid::regclass::text, pg_relation_size(i.indexrelid)
      into index, bytes_before
      from pg_stat_user_tables t join pg_index i on i.indrelid = t.relid
     where t.relid in ('outbox'::regclass, 'delivery'::regclass, 'lease'::regclass)
       and coalesce(t.last_vacuum, t.last_autovacuum) is not null
       and pg_relation_size(t.relid) < 64 << 20
       and pg_relation_size(i.indexrelid) > greatest(4 << 20, 10 * 64 * t.n_live_tup)         -- ten times what an entry takes
     order by 2 desc
     limit 1;
    if found and pg_try_advisory_xact_lock(27757, 0) then
        execute 'reindex index ' || index;
        bytes_after := pg_relation_size(index::regclass);
        return next;
    end if;
exception when lock_not_available or deadlock_detected then
    null;
end
$$;
