-- live_vacuum: vacuums the live tables, whose rows are short-lived, with their indexes. Skips a table that is locked, for instance by
-- another session's vacuum.
vacuum (skip_locked, index_cleanup on) outbox, delivery, lease
