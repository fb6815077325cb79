-- ctl_request_find: what the HTTP requests with an X-Request-Id have done, oldest first: their events, and their acts in the audit.
-- binds: arg.request_id
with act (at, what, who, request, subscription, more) as (
    select e.created_at, e.type::text,
           case e.type when 'created' then r.submitted_by ->> 'username'
                       when 'note.created' then (select n.creator_username from note n where n.token = e.note_token)
                       else (select a.username from response p join account a on a.id = p.author where p.id = e.response) end,
           e.request_token, e.subscription, json_build_object('event', e.uid, 'noteToken', e.note_token, 'responseId', e.response)
      from event e left join request r on r.id = e.request
     where e.request_id = $1
    union all
    select a.at, a.what, concat_ws(' ', account.username, 'from ' || a.by_address), a.request, a.subscription, json_build_object('address', a.by_address)
      from audit a left join account on account.id = a.by_account
     where a.request_id = $1
)
select stamp(act.at) as at, act.what, act.who, act.request, r.status, act.subscription, r.summary,
       (json_strip_nulls(act.more)::jsonb || jsonb_build_object('at', stamp(act.at), 'what', act.what, 'who', act.who, 'requestToken', act.request, 'status', r.status,
                                                                'subscriptionId', act.subscription, 'summary', r.summary))::json as json
  from act left join request r on r.token = act.request order by act.at, act.what
