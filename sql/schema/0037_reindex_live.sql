-- reindex_live: makes one index of the live tables anew that is still as large as a backlog that is gone. Vacuum gives a table's end back, but
-- pages of an index only to that index. No row: there is none, another dispatcher is at it, or the table was not free at once.
-- Not CONCURRENTLY, which waits for every old snapshot and leaves a broken index behind when it gives up: the table has to be small, so this
-- takes a fraction of a second. Whether rows are few is believed only after a vacuum, which counts them.
create function reindex_live(out index text, out bytes_before bigint, out bytes_after bigint) returns setof record
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
    if found and pg_try_advisory_xact_lock('delivery'::regclass::oid::int, 1) then
        execute 'reindex index ' || index;
        bytes_after := pg_relation_size(index::regclass);
        return next;
    end if;
exception when lock_not_available or deadlock_detected then
    null;
end
$$;
revoke all on function reindex_live() from public;
