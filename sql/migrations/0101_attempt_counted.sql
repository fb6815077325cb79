lock table attempt in access exclusive mode;

-- The log of attempts also shows tries that a local fault spared (the piece `settlement`). They are marked: whatever counts or judges
-- attempts ignores them. Nodes of 0.1.0 write only attempts.
alter table attempt add column counted boolean not null default true;           -- false: a local fault spared this try; it used up no attempt

-- So statements that look for a success, an HTTP status or a dead letter need not filter by `counted`. Not validated, because no older
-- row can break it, and reading a large log under the lock would take minutes.
alter table attempt add constraint attempt_uncounted check (counted or (not success and http_status = 0 and not dead_letter)) not valid;

-- As attempt_dropped below, of an attempt or a spared try (`counted`). The try after a spared one has the same number. No index finds a
-- first attempt by queue and event, so such a try is looked up by attempt_looked_up, and only if the queue has ended.
create function attempt_dropped(of_queue bigint, of_event bigint, of_number int, made_at timestamptz, made_as bigint, counted boolean) returns text
language sql stable
return (select 'dropped: ' || case q.reason when 'company' then 'the company was disabled' when 'deleted' then 'the subscription was deleted'
                                            else coalesce('the subscription was retired: ' || q.reason, 'the subscription was switched off') end
          from ended_queue q
         where q.queue = of_queue
           and not exists (select from attempt a
                            where attempt_dropped.counted and a.delivery_queue = of_queue and a.event = of_event and a.number > 1 and a.number = of_number + 1 and a.id > made_as
                              and a.created_at between made_at - interval '1 day' and q.at + interval '2 days')
           and not exists (select from attempt a
                            where not attempt_dropped.counted and a.delivery_queue = of_queue and a.event = of_event and a.number = of_number and a.id > made_as
                              and a.created_at between made_at - interval '1 day' and q.at + interval '2 days'));

-- For nodes of 0.1.0.
create or replace function attempt_dropped(of_queue bigint, of_event bigint, of_number int, made_at timestamptz, made_as bigint) returns text
language sql stable return attempt_dropped(of_queue, of_event, of_number, made_at, made_as, true);
