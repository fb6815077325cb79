-- ctl_blocker_plan: the command with which PostgreSQL's superuser ends a blocker.
-- binds: arg.kind, arg.blocker
-- with: blocker
, found as (select * from blocker where kind = $1 and name = $2)
select case when $1 not in ('session', 'prepared', 'slot') then 'kind: must be session, prepared or slot'
            when found.name is null then 'blocker: there is no such ' || $1 || '; see collabctl blocker list'
            when found.slot_session is not null then 'blocker: slot ' || $2 || ' is ' || found.state || ': end that session, or stop its standby' end as refusal,
       'end ' || kind || ' ' || name || coalesce(' of ' || who, '') || ', ' || state as would,
       case kind when 'session' then format('select pg_terminate_backend(%s)', name) when 'prepared' then format('rollback prepared %L', name)
                 else format('select pg_drop_replication_slot(%L)', name) end as command,
       current_database()::text as database
  from (values (1)) one left join found on true
