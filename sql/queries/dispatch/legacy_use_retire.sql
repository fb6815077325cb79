-- legacy_use_retire: forgets the deprecated operations that an account has not used for 60 days.
with forgotten_use as (delete from legacy_use where last_at < (select accepted_now()) - interval '60 days' returning 1)
select count(*) as done from forgotten_use
