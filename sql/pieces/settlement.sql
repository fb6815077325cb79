-- settlement: records the verdicts of attempts ({arg.results}), all or none. A delivery that is no longer leased under the same claim
-- belongs to another dispatcher and stays unchanged, even if the lease changes while this statement waits for the row.
-- `retried_delivery` has the retries: by the schedule, or after a delay if a local fault occurred (dispatch/settle/attempt_end.c).
-- While a delivery is younger than six hours (or there is no accepted time), a try with a local fault does not count (spared). The log
-- gets a row for the first such try of a delivery, and then for one an hour. The row does not say what the fault is, which only
-- operators may know.
result as materialized (
    select * from json_to_recordset({arg.results}::json)
        as r (id bigint, claim uuid, status int, success boolean, error text, answer text, ms int, started bigint, retry_in double precision, put_off double precision,
              outbox_us bigint, fanout_us bigint, queue_us bigint, dns_us int, connect_us int, tls_us int, first_byte_us int, remote_address text, url text)
), leased_delivery as materialized (
    select r.*, d.place, d.event, d.queue, s.id as subscription, d.attempts + 1 as number, d.attempts + (not x.spared)::int as attempts, x.spared,
           x.spared and coalesce(d.spared_logged_at <= statement_timestamp() - interval '1 hour', true) as logged, case when x.spared then put_off else retry_in end as wait,
           -- limited to the days around now (only they have partitions): a dispatcher's wrong clock must not prevent the insert
           greatest(least(timestamptz 'epoch' + r.started * interval '1 microsecond', statement_timestamp() + interval '1 day'),
                    statement_timestamp() - interval '1 day') as tried_at
      from result r
     cross join lateral (select ctid as place, event, queue, attempts, made_at, spared_logged_at from delivery where id = r.id and claim = r.claim limit 1) d
     cross join lateral (select id from subscription where queue = d.queue limit 1) s          -- no row: the queue was dropped
     cross join lateral (select r.put_off is not null and coalesce(d.made_at > (select accepted_now()) - interval '6 hours', true) as spared) x
     order by r.id      -- the same order always: a repeated settlement may run concurrently with the first
), ended_delivery as (
    delete from delivery d using leased_delivery where d.ctid = leased_delivery.place and d.claim = leased_delivery.claim and leased_delivery.wait is null
    returning leased_delivery.*, null::timestamptz as due_at
), retried_delivery as (
    update delivery d
       set attempts = leased_delivery.attempts, claim = null, leases_lost = 0, due_at = clock_timestamp() + leased_delivery.wait * interval '1 second',
           spared_logged_at = case when leased_delivery.logged then statement_timestamp() else d.spared_logged_at end
      from leased_delivery where d.ctid = leased_delivery.place and d.claim = leased_delivery.claim and leased_delivery.wait is not null
    returning leased_delivery.*, d.due_at
), new_dead_letter as (
    insert into dead_letter (event, subscription, reason)
    select event, subscription, coalesce(error, 'HTTP ' || status) from ended_delivery where not success
    on conflict (event, subscription) do nothing
), new_attempt as (
    insert into attempt (subscription, event, number, http_status, success, error, response_body, duration_ms, created_at, next_attempt_at, dead_letter,
                         outbox_us, fanout_us, queue_us, dns_us, connect_us, tls_us, first_byte_us, remote_address, delivery_queue, callback_url, counted)
    select subscription, event, number, status, success, error, answer, ms, tried_at, due_at, not success and due_at is null,
           outbox_us, fanout_us, queue_us, dns_us, connect_us, tls_us, first_byte_us, remote_address, queue, url, true
      from (select * from ended_delivery union all select * from retried_delivery) x where not spared
    union all
    select subscription, event, number, 0, false, 'not counted: a fault of the sending service; it is tried again', null, ms, tried_at, due_at, false,
           null, null, null, null, null, null, null, null, queue, url, false
      from retried_delivery where logged
)
