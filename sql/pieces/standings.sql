-- standings: the state of an event (named_event) at each subscription that has or had a delivery of it.
standings as (
    select x.subscription, c.domain as company, s.callback_url as url, coalesce(d.attempts, x.attempts) as attempts, d.due_at as next,
           case when d.claim is not null then 'leased' when d.id is not null then 'pending' when l.id is not null then 'dead'
                when x.success then 'delivered' else 'failed' end as state
      from (select subscription, max(attempts) as attempts, bool_or(success) as success
              from (select s.id as subscription, 0 as attempts, false as success from delivery join subscription s using (queue) where event = (select id from named_event)
                    union all select s.id, 0, false from dead_letter l join subscription s on s.id = l.subscription where event = (select id from named_event)
                    union all select subscription, number - (not counted)::int, success from attempt
                               where event = (select id from named_event) and created_at >= (select e.created_at - interval '1 day' from event e join named_event using (id))) y
             group by subscription) x
      left join subscription s on s.id = x.subscription left join company c on c.id = s.company
      left join delivery d on d.event = (select id from named_event) and d.queue = s.queue
      left join dead_letter l on l.event = (select id from named_event) and l.subscription = s.id
     where {arg.subscription}::text is null or x.subscription = {arg.subscription}::bigint
)
