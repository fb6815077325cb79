-- delivery_claim: spreads new events into deliveries, then leases what is due. In parts, so that each sees what the one before has made.
-- binds: arg.claim, arg.lease_seconds, arg.slots, arg.retry_slots, arg.first_room, arg.rooms, arg.legacy
-- Nothing of it must outlive a crash of the database: what is forgotten is done again.
select set_config('synchronous_commit', 'off', true)
-- then
with taken as (         -- an event's outbox row and its deliveries change hands in one transaction; a crash repeats it without harm
    delete from outbox where event = any (array(select event from outbox order by event limit 100 for update skip locked))
    returning event
), wanted as (          -- share: who is about to delete the subscription goes first, or finds the deliveries to delete with it
    select e.id as event, s.id as subscription
      from taken join event e on e.id = taken.event
      join subscription s on s.company in (e.submit_company, e.receive_company)
     where s.active and s.active_since <= e.created_at
       and (s.version = 'V2' or $7::boolean and e.type in ('created', 'note.created'))
       and case when e.subscription is not null then s.id = e.subscription else
               (s.event_types is null or e.type = any (s.event_types))
           and (s.case_directions is null
                or case when s.company = e.submit_company then 'OUTBOUND' else 'INBOUND' end = any (s.case_directions))
           and (s.partner_companies is null
                or case when s.company = e.submit_company then e.receive_company else e.submit_company end = any (s.partner_companies)) end
       for share of s
), spread as (
    insert into delivery (event, subscription) select event, subscription from wanted
        on conflict (event, subscription) do nothing
)
select count(*) as events from taken
-- then
with recursive endpoint (subscription, due_at) as (     -- the endpoints that have work, found by hopping through the index
    (select subscription, due_at from delivery where claim is null order by subscription, due_at limit 1)
    union all
    select hop.subscription, hop.due_at from endpoint, lateral (
           select d.subscription, d.due_at from delivery d
            where d.claim is null and d.subscription > endpoint.subscription
            order by d.subscription, d.due_at limit 1) hop
), room as (            -- what each that is due may still have under way; of none is more looked at than could be its share
    select endpoint.subscription, coalesce(known.used, 0) as busy,
           least(coalesce(known.most, $5::int) - coalesce(known.used, 0), greatest(1, 2 * $3::int / count(*) over ())) as n
      from endpoint
      left join json_to_recordset($6::json) as known (subscription bigint, used int, most int)
           on known.subscription = endpoint.subscription
     where endpoint.due_at <= statement_timestamp() and coalesce(known.most, $5::int) > coalesce(known.used, 0)
), due as (             -- a first attempt is found behind retries that must wait
    select d.id, d.attempts > 0 as retry, d.due_at,
           room.busy + row_number() over (partition by room.subscription order by d.due_at, d.id) as turn
      from room, lateral (
           select ahead.id, ahead.attempts, ahead.due_at from (
                  select id, attempts, due_at from delivery
                   where claim is null and subscription = room.subscription and due_at <= statement_timestamp()
                   order by due_at, id limit 64) ahead
            where ahead.attempts = 0 or $4::int > 0
            order by ahead.due_at, ahead.id limit room.n) d
), picked as (          -- round robin: who has least under way comes first; retries never take the last slots
    select id from (
        select id, retry, turn, due_at, row_number() over (partition by retry order by turn, due_at, id) as place from due) ranked
     where not retry or place <= $4::int
     order by turn, due_at, id limit $3::int
), locked as (
    select id from delivery where id = any (array(select id from picked)) and lease_until is null for update skip locked
), claimed as (
    update delivery set claim = $1::uuid, lease_until = clock_timestamp() + $2::int * interval '1 second'
     where id = any (array(select id from locked))
    returning id, event, subscription, attempts
)
select c.id, c.subscription, c.attempts, e.uid, e.type, e.request_token, e.note_token, e.response, e.request_id, e.traceparent,
       to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time,
       s.version, s.callback_url, s.uid as subscription_uid, s.auth_type, s.auth, s.secret,
       case when s.previous_expires_at > clock_timestamp() then s.previous_secret end as previous_secret
  from claimed c join event e on e.id = c.event join subscription s on s.id = c.subscription
 order by c.id
