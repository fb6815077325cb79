-- For the questions what was done to a request, and what an HTTP request has done (collabctl audit --request, request find). Most acts
-- are not about a request, and those of collabctl have no X-Request-Id.
-- slow: waits for transactions
drop index concurrently if exists audit_request;
-- then
-- slow: reads the table
create index concurrently audit_request on audit (request, id) where request is not null;
-- then
-- slow: waits for transactions
drop index concurrently if exists audit_request_id;
-- then
-- slow: reads the table
create index concurrently audit_request_id on audit (request_id) where request_id is not null;
-- then
select 1;
