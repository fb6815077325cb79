-- times_pull_back: stored times that lie ahead of the clock become the present time (sql/migrations/0104_accepted_time.sql).
select pull_back_times() as done
