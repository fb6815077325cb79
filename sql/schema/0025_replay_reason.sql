-- A replay sets an endpoint aside that fails again and again, and pauses when no other is left: since when attempts count for that (its
-- beginning, or the last time somebody let it go on), and what is the matter.
alter table replay
    add column tried_from timestamptz not null default clock_timestamp(),
    add column reason text;
alter table replay_act add column why text;
