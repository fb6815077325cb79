-- idempotency_keep: stores a response, in the transaction of the request's work.
-- binds: arg.account, arg.scope, arg.key, arg.word, arg.answer, arg.etag
-- outcomes: ok
update idempotency set outcome = $4, answer = $5::bytea, etag = $6 where account = $1::bigint and scope = $2 and key = $3 returning 'ok' as outcome
