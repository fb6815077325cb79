-- Why the attempt that was to follow this one was never made; null: it was made, or is still to be made. Attempts of both are within a day of the
-- database's clock. A replay numbers the attempts from 1 again in the same queue: what follows has been logged later, so it has a larger id.
-- The function without `made_as` is for nodes of the version before.
create function attempt_dropped(of_queue bigint, of_event bigint, of_number int, made_at timestamptz, made_as bigint) returns text language sql stable
return (select 'dropped: ' || case q.reason when 'company' then 'the company was disabled' when 'deleted' then 'the subscription was deleted'
                                            else coalesce('the subscription was retired: ' || q.reason, 'the subscription was switched off') end
          from ended_queue q
         where q.queue = of_queue
           and not exists (select from attempt a
                            where a.delivery_queue = of_queue and a.event = of_event and a.number > 1 and a.number = of_number + 1 and a.id > made_as
                              and a.created_at between made_at - interval '1 day' and q.at + interval '2 days'));
