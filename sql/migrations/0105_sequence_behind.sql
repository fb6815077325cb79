-- The sequences that are behind a column which they number, with the largest value there. A restore of the rows alone leaves them so;
-- the next new rows then get numbers that are taken, or events get ids from before the subscriptions, which get none of them. For
-- `collabctl doctor`, whose role may not read all tables, and for `collabctl migrate`, which sets them. The few rows of subscription
-- and earlier_filters are read whole, every other column along its index. The sequence is read after the statement's snapshot was
-- taken, so rows that are added meanwhile do not count.
create function sequence_behind() returns table (sequence text, numbers text, at bigint, largest bigint)
language plpgsql stable security definer set search_path = collab, pg_temp as $$
declare
    numbered record;
begin
    for numbered in
        select d.objid::regclass::text as of_sequence, d.refobjid::regclass::text as table_name, quote_ident(a.attname) as column_name
          from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' and s.relnamespace = 'collab'::regnamespace
                           join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
         where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
        union all   -- queues have numbers of subscription_id_seq (keep_queue)
        values ('subscription_id_seq', 'subscription', 'queue'), ('subscription_id_seq', 'ended_queue', 'queue'), ('subscription_id_seq', 'dropped_queue', 'queue'),
                -- the numbers of changes (0103_event_order.sql)
               ('event_id_seq', 'subscription', 'active_from'), ('event_id_seq', 'subscription', 'filters_from'), ('event_id_seq', 'earlier_filters', 'until_event'),
               ('attempt_id_seq', 'subscription', 'attempts_from')
    loop
        execute format('select last_value - case when is_called then 0 else 1 end from %s', numbered.of_sequence) into at;
        execute format('select max(%1$s) from %2$s where %1$s > %3$s', numbered.column_name, numbered.table_name, at) into largest;
        if largest is not null then
            sequence := numbered.of_sequence;
            numbers := numbered.table_name || '.' || numbered.column_name;
            return next;
        end if;
    end loop;
end $$;
revoke all on function sequence_behind() from public;
