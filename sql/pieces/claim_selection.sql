-- claim_selection: the deliveries to send, at most arg.slots: waiting ones (claim_due_deliveries) and new ones
-- (claim_new_deliveries).
new_candidate as (      -- new deliveries come after the older ones that wait at their endpoint
    select null::bigint, null::tid, event, subscription, version, false, statement_timestamp(), coalesce(k.in_flight, 0) + coalesce(older.n, 0) + w.turn
      from (select *, row_number() over (partition by subscription order by event) as turn from new_delivery where not paused) w
      left join known_endpoint k using (subscription)
      left join (select subscription, count(*) as n from due_candidate group by subscription) older using (subscription)
     where coalesce(older.n, 0) + w.turn <= coalesce(k.slots_left, {arg.first_limit}::int)
       and ((select count(*) from new_delivery) <= {arg.open}::int or (w.event, w.subscription) in (select event, subscription from sure_delivery))
), selected_delivery as materialized (     -- round robin: the endpoint with the fewest transfers under way comes first. Neither retries
                                        -- nor a single version takes the last slots
    select place, event, ranked.subscription from (
        select *, count(*) filter (where retry) over earlier as retries,
               case version when 'V1' then count(*) filter (where version = 'V1') over earlier else count(*) filter (where version <> 'V1') over earlier end as seat
          from (select * from due_candidate union all select * from new_candidate) candidate
        window earlier as (order by turn, due_at, id, event rows unbounded preceding)) ranked
      join json_to_recordset({arg.shares}::json) as share (version text, even_share int, most int) using (version)
     where (not retry or retries <= {arg.retry_slots}::int) and seat <= most
     order by seat > even_share, turn, due_at, id, event limit {arg.slots}::int
)
