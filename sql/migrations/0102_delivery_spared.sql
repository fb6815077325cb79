lock table delivery in access exclusive mode;

-- When the log of attempts last got a row for a try that a local fault spared (the piece `settlement`).
alter table delivery add column spared_logged_at timestamptz;                   -- null: never
