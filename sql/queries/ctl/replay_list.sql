-- ctl_replay_list: replays, finished ones included, newest first; or a single one.
-- binds: arg.replay, arg.limit
select r.id, r.state, r.done, r.total, r.left_out, r.rate,
       case when r.state = 'running' then replay_batches(r.total - r.done - r.left_out, r.rate, r.batch) || ' s' end as to_go,
       r.reason, stamp(r.created_at) as begun, stamp(r.finished_at) as finished, r.who, r.why, r.wanted,
       (select string_agg(stamp(a.at) || ' ' || a.act || ' by ' || a.who || coalesce(': ' || a.why, ''), '; ' order by a.id)
          from replay_act a where a.replay = r.id) as acts,
       json_build_object('id', r.id, 'state', r.state, 'done', r.done, 'total', r.total, 'leftOut', r.left_out, 'rate', r.rate,
                         'secondsToGo', case when r.state = 'running' then replay_batches(r.total - r.done - r.left_out, r.rate, r.batch) end,
                         'reason', r.reason, 'begun', stamp(r.created_at), 'finished', stamp(r.finished_at),
                         'who', r.who, 'why', r.why, 'wanted', r.wanted::json,
                         'acts', (select coalesce(json_agg(json_build_object('at', stamp(a.at), 'act', a.act, 'who', a.who, 'why', a.why) order by a.id), '[]')
                                    from replay_act a where a.replay = r.id)) as json
  from replay r where $1::text is null or r.id = $1::bigint order by r.id desc limit $2::int
