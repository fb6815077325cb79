-- A repeat under an Idempotency-Key gets the entity tag of the first response, too.
lock table idempotency in access exclusive mode;
alter table idempotency add column etag text;   -- null: the response has none, or a node of 0.1.0 stored it
