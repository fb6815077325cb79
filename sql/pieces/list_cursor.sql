-- list_cursor: not a table, but the value of the cursor, in quotation marks, that continues a list after the row of `page` with last_at (in
-- microseconds) and last_id. mod_collab/domain/cursor.h describes and checks it. Without request.filters, it has the only form that a node of
-- 0.1.0 takes. The sum fits into a bigint: each number has at most 18 digits.
case when {request.filters}::text is null then concat('"', page.last_at, '-', page.last_id, '"')
     else concat('"c', page.last_at, '-', page.last_id, '-', {request.filters}, '-',
                 (page.last_at + page.last_id * 7 + {request.filters}::bigint) % 999983, '"') end
