-- request_retire: closes requests that have been idle for arg.days days (CollabAutoClose). Each run checks a batch of open requests.
-- A request has also been idle only if it has no event with a newer id: its time may be of a clock that was behind.
-- binds: arg.days, arg.after
-- last: where the next batch begins; null: no further batch.
with batch as (select id, updated_at from request where status <> 'CLOSED' and id > $2::bigint order by id limit 500),
idle_request as (    -- checked again under the row's lock: a concurrent change may have moved updated_at
    select id, token, submit_company, receive_company from request
     where id = any (array(select id from batch where updated_at <= (select accepted_now()) - $1::int * interval '1 day'))
       and status <> 'CLOSED' and updated_at <= (select accepted_now()) - $1::int * interval '1 day'
       and not has_event_since(request.id, coalesce((select i.event from ids_before((select accepted_now()) - $1::int * interval '1 day') i), 0))
     order by id for no key update skip locked
), closed_request as (
    update request set status = 'CLOSED', feedback_requested = true, updated_at = clock_timestamp() from idle_request where request.id = idle_request.id
), event as (
    insert into event (type, request, request_token, submit_company, receive_company)
    select 'closed', id, token, submit_company, receive_company from idle_request order by id returning id, type
),
-- piece: outbox_row
select (select count(*) from idle_request) as done, case when count(*) = 500 then max(id) end as last from batch
