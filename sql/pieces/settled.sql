-- settled: puts the outcomes of attempts ({arg.results}) on record, all or none. What is no longer leased under the same claim is somebody else's
-- by now and is left alone. `again` are those that are tried again.
result as (
    select * from json_to_recordset({arg.results}::json)
        as r (id bigint, claim uuid, status int, success boolean, error text, answer text, ms int, started bigint, retry_in double precision, put_off double precision,
              outbox_us bigint, fanout_us bigint, queue_us bigint, dns_us int, connect_us int, tls_us int, first_byte_us int, remote_address text)
), held as (            -- in the order of their ids, so that two dispatchers never wait for one another in a circle
    select l.*, attempts + (not spared)::int as number, case when spared then put_off else retry_in end as wait
      from (select r.*, d.event, d.subscription, d.attempts, r.put_off is not null and d.made_at > clock_timestamp() - interval '1 day' as spared
              from delivery d join result r on r.id = d.id and r.claim = d.claim
             order by d.id for update of d) l
), again as (
    update delivery d
       set attempts = held.number, claim = null, lease_until = null, leases_lost = 0,
           due_at = clock_timestamp() + held.wait * interval '1 second'
      from held where d.id = held.id and held.wait is not null
    returning d.id, d.subscription, d.due_at
), gone as (
    delete from delivery d using held where d.id = held.id and held.wait is null
), buried as (
    insert into dead_letter (event, subscription, reason)
    select event, subscription, coalesce(error, 'HTTP ' || status) from held where not success and wait is null
    on conflict (event, subscription) do nothing
), logged as (          -- there are partitions for the days around now: a clock that is far out must not stop the log
    insert into attempt (subscription, event, number, http_status, success, error, response_body, duration_ms, created_at, next_attempt_at, dead_letter,
                         outbox_us, fanout_us, queue_us, dns_us, connect_us, tls_us, first_byte_us, remote_address)
    select held.subscription, held.event, held.number, held.status, held.success, held.error, held.answer, held.ms,
           greatest(least(timestamptz 'epoch' + held.started * interval '1 microsecond', clock_timestamp() + interval '1 day'),
                    clock_timestamp() - interval '1 day'),
           again.due_at, not held.success and held.wait is null,
           outbox_us, fanout_us, queue_us, dns_us, connect_us, tls_us, first_byte_us, remote_address
      from held left join again using (id) where not spared
)
