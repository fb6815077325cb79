-- replay_retire: deletes members' replays that ended more than arg.days days ago, oldest first.
-- binds: arg.days
with batch as (select id, finished_at from replay where subscription is not null order by id limit 1000),
ended_replay as (select id from batch where finished_at < (select accepted_now()) - $1::int * interval '1 day'),
deleted_act as (delete from replay_act where replay in (select id from ended_replay)),
deleted_replay as (delete from replay where id in (select id from ended_replay) returning 1)
select count(*) as done from deleted_replay
