-- audit_retire: deletes rows of the audit that are older than arg.days days, at most arg.rows.
-- binds: arg.days, arg.rows
select audit_retire($1::int, $2::int) as done
