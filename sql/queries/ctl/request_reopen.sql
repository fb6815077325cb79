-- ctl_request_reopen: gives a rejected or closed request the status that it had before, and adds a SYSTEM note with the reason. Adds no
-- event, and deletes no response. A response up to reopened_after decides nothing any more, because the request has been reopened since.
-- INFORMATION never becomes OPEN again, so any information request tells these two apart.
-- binds: arg.token, arg.why, arg.note_token
-- Locks the request's row first. The next part reads the state after the wait.
select id from request where token = $1 for no key update
-- then
with named_request as (
    select r.*, exists (select from company where id in (r.submit_company, r.receive_company) and name = erased_company(id)) as erased from request r where r.token = $1
), decision as (        -- the newest response that still decides; none: undecided
    select p.id, p.type from named_request n join response p on p.request = n.id
     where p.type in ('APPROVAL', 'REJECTION') and p.id > coalesce(n.reopened_after, 0) order by p.id desc limit 1
), former as (
    select n.id, n.status as left_status, d.id as decision,
           case when n.status = 'CLOSED' and d.type = 'APPROVAL'  then 'ACCEPTED'
                when n.status = 'CLOSED' and d.type = 'REJECTION' then 'REJECTED'
                when exists (select from response p where p.request = n.id and p.type = 'INFORMATION_REQUEST') then 'INFORMATION'
                else 'OPEN' end as status
      from named_request n left join decision d on true
     where n.status in ('REJECTED', 'CLOSED') and not n.erased
), changed_request as (
    update request r
       set status = former.status, updated_at = clock_timestamp(), feedback_requested = false, closed_at = null,
           reopened_after = case former.left_status when 'REJECTED' then former.decision else r.reopened_after end
      from former where r.id = former.id returning r.id, r.status, r.priority, r.updated_at
), new_note as (
    insert into note (token, request, creator_name, summary, description, priority, created_at)
    select $3, id, 'SYSTEM', 'Reopened by the operator', $2, priority, updated_at from changed_request
)
select case when not exists (select from named_request) then 'token: there is no request ' || $1
            when (select erased from named_request) then 'token: a party of request ' || $1 || ' has been erased, which cannot be undone' end as refusal,
       case when exists (select from changed_request)
            then 'request ' || $1 || ' is ' || (select status::text from changed_request) || ' again; it was ' || (select left_status::text from former)
            else 'nothing to do: request ' || $1 || ' is ' || (select status::text from named_request) end as said
