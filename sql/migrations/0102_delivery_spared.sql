-- When the log of attempts last got a row for a try that a local fault spared (the piece `settlement`). A migration of its own: statements
-- take the locks of both tables in either order, so a transaction that changes both could deadlock with them.
alter table delivery add column spared_logged_at timestamptz;                   -- null: never
