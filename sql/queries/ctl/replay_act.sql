-- ctl_replay_act: pauses, resumes or cancels a replay. A resumed replay begins slowly again, and earlier failures no longer count.
-- Cancelling a replay drops the deliveries that it has not made.
-- binds: arg.replay, arg.act, arg.who
with named_replay as (
    select id, state, state = case $2 when 'paused' then 'paused' when 'resumed' then 'running' else 'cancelled' end as so_already from replay where id = $1::bigint for update
),
changed_replay as (
    update replay r
       set state = case $2 when 'paused' then 'paused' when 'resumed' then 'running' else 'cancelled' end,
           batch = case $2 when 'resumed' then 1 else r.batch end, next_at = clock_timestamp(), reason = null,
           tried_from = case $2 when 'resumed' then clock_timestamp() else r.tried_from end,
           finished_at = case when $2 = 'cancelled' then clock_timestamp() end
      from named_replay
     where r.id = named_replay.id and named_replay.state = any (case $2 when 'paused' then array['running'] when 'resumed' then array['paused']
                                                                        else array['running', 'paused'] end)
    returning r.id
), dropped_item as (
    delete from replay_item using changed_replay where $2 = 'cancelled' and replay_item.replay = changed_replay.id
), new_act as (insert into replay_act (replay, act, who) select id, $2, $3 from changed_replay)
select case when not exists (select from named_replay)   then 'replay: there is no replay ' || $1
            when not exists (select from changed_replay) and not (select so_already from named_replay) then 'replay: ' || $1 || ' is ' || (select state from named_replay) end as refusal,
       case when (select so_already from named_replay) then 'nothing to do: replay ' || $1 || ' is ' || (select state from named_replay) || ' already' end as said
