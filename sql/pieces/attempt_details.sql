-- attempt_details: attempts with the details that `collabctl deliveries` shows; the phases in milliseconds.
attempt_details as (
    select a.*, x.error as said, x.next, (a.outbox_us / 1000.0)::numeric(12, 3) as outbox, (a.fanout_us / 1000.0)::numeric(12, 3) as fanout,
           (a.queue_us / 1000.0)::numeric(12, 3) as queue, (a.dns_us / 1000.0)::numeric(12, 3) as dns,
           (a.connect_us / 1000.0)::numeric(12, 3) as connect, (a.tls_us / 1000.0)::numeric(12, 3) as tls,
           (a.first_byte_us / 1000.0)::numeric(12, 3) as first_byte,
           case when not a.counted then 'not counted' when a.success then 'delivered' when a.dead_letter then 'dead' else 'failed' end as state,
           to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
           json_build_object('attempt', a.id, 'at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                             'subscription', a.subscription, 'number', a.number, 'status', a.http_status, 'durationMs', a.duration_ms,
                             'state', case when not a.counted then 'not counted' when a.success then 'delivered' when a.dead_letter then 'dead' else 'failed' end,
                             'error', x.error, 'next', x.next, 'callbackUrl', a.callback_url, 'remoteAddress', a.remote_address, 'responseBody', a.response_body,
                             'phasesUs', json_build_object('outbox', a.outbox_us, 'fanout', a.fanout_us, 'queue', a.queue_us, 'dns', a.dns_us,
                                                           'connect', a.connect_us, 'tls', a.tls_us, 'firstByte', a.first_byte_us)) as json
      from attempt a
     cross join lateral (select case when a.next_attempt_at is not null then attempt_dropped(a.delivery_queue, a.event, a.number, a.created_at, a.id, a.counted) end as dropped offset 0) d
     cross join lateral (select nullif(concat_ws('; ', a.error, d.dropped), '') as error, case when d.dropped is null then stamp(a.next_attempt_at) end as next) x
     where ({arg.attempt}::text is null or a.id = {arg.attempt}::bigint)
       and ({arg.event}::text is null or a.event = (select id from event where uid = {arg.event}::uuid)
                                         and a.created_at >= (select created_at - interval '1 day' from event where uid = {arg.event}::uuid))
       and ({arg.subscription}::text is null or a.subscription = {arg.subscription}::bigint)
)
