-- Each deletion of an old request, and each closing of an idle one, read all events: the dispatcher's role has no bitmap scans
-- (sql/roles.sql), and without these PostgreSQL cannot use event_request, a BRIN index.
alter function delete_closed_requests(int, timestamptz, int) set enable_bitmapscan = on;

-- Has the request an event with a higher id than `after`?
create function has_event_since(request bigint, after bigint) returns boolean language plpgsql stable set enable_bitmapscan = on as $$
begin
    return exists (select from (select e.id from collab.event e where e.request = has_event_since.request offset 0) x       -- offset 0 forces a lookup by request
                    where x.id > after);
end $$;
