-- ctl_delivery_attempt: one attempt, with its phases and the response.
-- binds: arg.attempt
-- with: attempt_details
select case when t.id is null then 'attempt: there is no attempt ' || $1 end as refusal,
       t.id as attempt, t.at, t.state, t.number, t.http_status as status, t.said as error, t.duration_ms as ms, t.outbox, t.fanout, t.queue, t.dns, t.connect,
       t.tls, t.first_byte, t.remote_address, t.next, e.uid as event, e.type, e.request_token as request, t.subscription,
       c.domain as company, t.callback_url as url, t.response_body as response,
       json_build_object('event', e.uid, 'type', e.type, 'request', e.request_token, 'company', c.domain, 'callbackUrl', t.callback_url,
                         'attempt', t.json) as json
  from (select) one left join attempt_details t on true left join event e on e.id = t.event left join subscription s on s.id = t.subscription
  left join company c on c.id = s.company
