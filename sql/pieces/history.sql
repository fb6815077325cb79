-- history: the history of a request ({arg.token}, and as the filter of audit_shown {arg.request}): its changes, the acts in the audit, events
-- and deliveries. `turn` orders entries of the same time: the change, its event, its deliveries. Needs audit_shown.
named_request as (select * from request where token = {arg.token}),
events as (select e.* from event e join named_request on e.request = named_request.id),
history_entry (at, turn, what, who, detail, more) as (
    select created_at, 1, 'OPEN', submitted_by ->> 'username', 'created: ' || summary, json_build_object('kind', 'transition', 'status', 'OPEN') from named_request
    union all
    select p.created_at, 1, case p.type when 'APPROVAL' then 'ACCEPTED' when 'REJECTION' then 'REJECTED' else 'INFORMATION' end, a.username,
           lower(replace(p.type, '_', ' ')) || ' ' || p.id || coalesce(': ' || p.next_steps, ''),
           json_build_object('kind', 'transition', 'response', p.id, 'type', p.type,
                             'status', case p.type when 'APPROVAL' then 'ACCEPTED' when 'REJECTION' then 'REJECTED' else 'INFORMATION' end)
      from response p join named_request on named_request.id = p.request left join account a on a.id = p.author
    union all
    select e.created_at, 1, 'CLOSED', null, 'closed', json_build_object('kind', 'transition', 'status', 'CLOSED') from events e where e.type = 'closed'
    union all
    select a.at, 1, 'act', a.who, a.what || coalesce(': ' || a.change, '') || coalesce(', X-Request-Id ' || a.request_id, ''),
           json_build_object('kind', 'act', 'act', a.what, 'address', a.address, 'requestId', a.request_id)
      from audit_shown a
    union all
    select a.at, 1, a.json -> 'after' ->> 'status', null, 'reopened', json_build_object('kind', 'transition', 'status', a.json -> 'after' ->> 'status')
      from audit_shown a where a.what = 'request reopen'
    union all
    select n.created_at, 1, 'note', coalesce(n.creator_username, n.creator_name), n.token || ': ' || n.summary || case when n.status = 'REMOVED' then ' (removed)' else '' end,
           json_build_object('kind', 'note', 'note', n.token, 'status', n.status, 'updatedAt', stamp(n.updated_at))
      from note n join named_request on named_request.id = n.request
    union all
    select e.created_at, 2, 'event', null, e.type || ' ' || e.uid || coalesce(', X-Request-Id ' || e.request_id, ''),
           json_build_object('kind', 'event', 'event', e.uid, 'type', e.type, 'requestId', e.request_id)
      from events e
    union all
    select a.created_at, 3, 'attempt', c.domain,
           a.id || ': ' || e.type || ', number ' || a.number || ' to subscription ' || a.subscription
           || case when a.counted then case when a.success then ' delivered' when a.dead_letter then ' dead' else ' failed' end || ' (' || a.http_status || ')' else '' end || coalesce(': ' || a.error, ''),
           json_build_object('kind', 'attempt', 'attempt', a.id, 'event', e.uid, 'type', e.type, 'subscription', a.subscription, 'number', a.number,
                             'httpStatus', a.http_status, 'state', case when not a.counted then 'not counted' when a.success then 'delivered' when a.dead_letter then 'dead' else 'failed' end, 'error', a.error)
      from attempt a join events e on e.id = a.event left join subscription s on s.id = a.subscription left join company c on c.id = s.company
     where a.event = any (array(select id from events)) and a.created_at >= (select min(created_at) - interval '1 day' from events)
    union all
    select d.due_at, 4, case when d.claim is null then 'pending' else 'leased' end, c.domain,
           e.type || ', to subscription ' || s.id || ', attempts ' || d.attempts || case when s.paused_since is not null then ' (paused)' else '' end,
           json_build_object('kind', case when d.claim is null then 'pending' else 'leased' end, 'event', e.uid, 'type', e.type, 'subscription', s.id, 'attempts', d.attempts,
                             'due', stamp(d.due_at))
      from events e join delivery d on d.event = e.id join subscription s on s.queue = d.queue left join company c on c.id = s.company
    union all
    select l.created_at, 4, 'dead letter', c.domain, e.type || ', ' || l.id || ' of subscription ' || s.id || ': ' || l.reason,
           json_build_object('kind', 'deadLetter', 'deadLetter', l.id, 'event', e.uid, 'type', e.type, 'subscription', s.id, 'reason', l.reason)
      from events e join dead_letter l on l.event = e.id join subscription s on s.id = l.subscription left join company c on c.id = s.company
), history as (
    select *, (jsonb_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'who', who, 'detail', detail) || more::jsonb)::json as json
      from history_entry
)
