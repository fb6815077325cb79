-- The plans of bulk redeliveries that a company has made within a minute (webhook_redeliver). A plan scans up to 500,000 events, also
-- when it finds nothing to send.
create table redelivery_plan (
    company     bigint primary key,             -- no reference, for which this migration would have to lock all companies
    since       timestamptz not null,           -- the minute begins with its first plan
    plans       int not null check (plans >= 0)
);
