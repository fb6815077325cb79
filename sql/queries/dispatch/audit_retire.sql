-- audit_retire: deletes at most arg.rows audit rows that are older than arg.days days.
-- binds: arg.days, arg.rows
select audit_retire($1::int, $2::int) as done
