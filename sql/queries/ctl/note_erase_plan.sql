-- ctl_note_erase_plan: what erasing a note would do.
-- binds: arg.token
select case when n.id is null then 'token: there is no note ' || $1 end as refusal,
       'remove note ' || $1 || ' of request ' || r.token || ' by ' || coalesce(n.company_name, n.creator_name) || ' and clear its '
       || length(concat(n.summary, n.description)) || ' characters' as would
  from (select) one left join note n on n.token = $1 left join request r on r.id = n.request
