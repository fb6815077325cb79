-- member_alert_next: chooses a subscription whose company must get an alert, and records the time. No row: there is no such
-- subscription, or another watcher is choosing one. A subscription is failing if its latest attempts have failed for at least
-- value.failing seconds. If a subscription had no alert before, its last attempt must also be at most a day old.
-- binds: value.failing, value.again
with leader as materialized (select pg_try_advisory_xact_lock({lock.member_alert}, 0) as mine),
forgotten as (
    delete from member_alert where (select mine from leader) and not failing and not dead_letters and told_at < statement_timestamp() - interval '1 day'
), candidate as (
    select s.id, s.company, s.queue, s.version, s.callback_url, coalesce(told.failing, false) as told_failing, coalesce(told.dead_letters, false) as told_dead,
           last_attempt.success, last_attempt.error, last_attempt.created_at as last_at, last_letter.reason, last_letter.created_at as dead_at
      from subscription s left join member_alert told on told.subscription = s.id
      left join lateral (select success, error, created_at from attempt
                          where subscription = s.id and counted and created_at >= case when told.subscription is null then statement_timestamp() - interval '1 day' else '-infinity' end
                          order by created_at desc, id desc limit 1) last_attempt on true
      left join lateral (select reason, created_at from dead_letter where subscription = s.id order by id desc limit 1) last_letter on true
     where (select mine from leader) and s.active and s.paused_since is null
       and (told.told_at is null or told.told_at <= statement_timestamp() - $2::float8 * interval '1 second')
       and (not last_attempt.success or last_letter.reason is not null or told.failing or told.dead_letters)
), state as (
    select candidate.*, failing_run.since, dead_at is not null as dead,
           coalesce(told_failing and not success or failing_run.since <= last_at - $1::float8 * interval '1 second', false) as failing
      from candidate
      left join lateral (
           select min(created_at) as since
             from (select created_at, bool_or(success) over (order by created_at desc, id desc) as behind
                     from (select created_at, id, success from attempt where subscription = candidate.id and counted order by created_at desc, id desc limit 1000) a) run
            where not behind) failing_run on not candidate.success
), chosen as (
    select * from (
        select state.*, case when failing and not told_failing                         then 'failing'
                             when dead and not told_dead                               then 'dead-letters'
                             when not failing and success and told_failing             then 'works'
                             when not failing and success and told_dead and not dead   then 'works' end as what from state) x
     where what is not null order by id limit 1
), record as (
    insert into member_alert (subscription, told_at) select id, clock_timestamp() from chosen
    on conflict (subscription) do update set told_at = excluded.told_at
)
select s.id as subscription, s.failing, s.dead as dead_letters,
       json_build_object('what', s.what, 'company', json_build_object('id', c.id, 'name', c.name, 'domain', c.domain), 'contacts', c.contacts,
                         'subscriptionId', s.id, 'version', s.version, 'host',
-- piece: callback_host
                         , 'since', stamp(case s.what when 'failing' then s.since when 'dead-letters' then
                                               (select min(created_at) from (select created_at from dead_letter where subscription = s.id order by id limit 10000) l)
                                               else s.last_at end),
                         'why', case s.what when 'failing' then s.error when 'dead-letters' then s.reason end,
                         'waiting', (select count(*) from (select from delivery where queue = s.queue limit 10000) d),
                         'deadLetters', (select count(*) from (select from dead_letter where subscription = s.id limit 10000) l)) as json
  from chosen s join company c on c.id = s.company
