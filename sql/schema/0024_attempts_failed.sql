-- For the questions about what failed (collabctl deliveries --state failed, --status 401, replay --refused-since-rotation): where nearly
-- everything succeeds, the way back to the last failures led past all of it. The status stands in the key to be compared there.
create index attempt_failed on attempt (subscription, created_at, id, http_status) where not success;
