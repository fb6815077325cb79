-- audit_log_enter: makes this session the audit log's writer until the session ends, unless another session is.
select pg_try_advisory_lock({lock.audit_log}, 0) as entered
