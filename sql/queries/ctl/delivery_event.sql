-- ctl_delivery_event: the deliveries of an event: the event's state at each subscription, then each attempt with its phases, and
-- last the event.
-- binds: arg.event, arg.subscription
with named_event as (select id from event where uid = $1::uuid),
-- piece: standings
select subscription, company, state, attempts, stamp(next) as next, url from standings order by subscription
-- then
-- with: attempt_details
select id as attempt, at, subscription, number, http_status as status, state, duration_ms as ms, outbox, fanout, queue, dns, connect, tls, first_byte,
       remote_address, said as error
  from attempt_details order by created_at, id
-- then
-- with: attempt_details
, named_event as (select id from event where uid = $1::uuid),
-- piece: standings
select case when not exists (select from named_event) then 'event: there is no event ' || $1 end as refusal,
       e.uid as event, e.type, e.request_token as request, e.note_token as note, e.response, e.request_id, e.traceparent,
       case when o.waits then 'in the outbox' else 'fanned out' end as state,
       to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.submit_company as submitter, e.receive_company as receiver,
       json_build_object('event', e.uid, 'type', e.type, 'at', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                         'request', e.request_token, 'note', e.note_token, 'response', e.response, 'requestId', e.request_id,
                         'traceparent', e.traceparent, 'submitter', e.submit_company, 'receiver', e.receive_company,
                         'fannedOut', not o.waits,
                         'subscriptions', (select coalesce(json_agg(json_build_object('subscription', subscription, 'company', company, 'callbackUrl', url,
                                                                      'state', state, 'attempts', attempts, 'next', stamp(next)) order by subscription), '[]')
                                             from standings),
                         'attempts', (select coalesce(json_agg(json order by created_at, id), '[]') from attempt_details)) as json
  from (select) one left join event e on e.uid = $1::uuid
  cross join lateral (
           select exists (select from channel c join outbox x on x.channel = c.id and x.event = e.id) as waits) o
