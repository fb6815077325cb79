-- What each company has made and stored on each UTC day, for CollabDailyLimit (watch_days).
lock table company in access exclusive mode;

-- A company's own values; null: those of CollabDailyLimit. Not validated, because all rows have null.
alter table company add column daily_requests int, add column daily_bytes bigint;
alter table company add constraint company_daily_requests_check check (daily_requests between 1 and 1000000000) not valid,
                    add constraint company_daily_bytes_check check (daily_bytes between 1 and 1::bigint << 50) not valid;

-- There is no foreign key: the watchers' upsert would lock each company's row.
create table company_day (
    day         date,                       -- UTC, of created_at of what was stored
    company     bigint,
    requests    int not null,               -- requests made
    bytes       bigint not null,            -- of its requests, notes, responses and kept idempotent answers
    final_requests int not null,            -- those that watch_days counts no more
    final_bytes bigint not null,
    primary key (day, company)
) with (fillfactor = 50);                   -- updated every few seconds: leave room for the new row versions on the page

-- How far watch_days has counted. Rows up to the first four are final. Those above are counted anew each time.
create table company_day_count (
    id          int primary key default 1 check (id = 1),
    counted_at  timestamptz not null,
    request     bigint not null,            -- ids
    note        bigint not null,
    response    bigint not null,
    answer      timestamptz not null,       -- created_at of idempotency, which has no ids
    -- Final as soon as every transaction below next_xid has ended: the last rows at next_at.
    next_request bigint not null,
    next_note   bigint not null,
    next_response bigint not null,
    next_answer timestamptz not null,
    next_at     timestamptz not null,
    next_xid    xid8 not null
);
insert into company_day_count
select 1, now, request, note, response, now, request, note, response, now, now, pg_snapshot_xmax(pg_current_snapshot())
  from (select clock_timestamp() as now, coalesce((select max(id) from request), 0) as request, coalesce((select max(id) from note), 0) as note,
               coalesce((select max(id) from response), 0) as response) last;
