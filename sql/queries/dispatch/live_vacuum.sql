-- live_vacuum: vacuums the tables whose rows live only for moments, with their indexes. Skips a table that another session
-- vacuums.
vacuum (skip_locked, index_cleanup on) outbox, delivery, lease
