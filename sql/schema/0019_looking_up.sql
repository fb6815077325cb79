-- For the operator's questions about one event, one request, one attempt (collabctl deliveries): a few kilobytes each, for both columns grow
-- with the table; several ranges a block, because retries and old requests are strewn in.
create index attempt_looked_up on attempt using brin (id int8_minmax_multi_ops, event int8_minmax_multi_ops) with (autosummarize = on);
create index event_request on event using brin (request int8_minmax_multi_ops) with (autosummarize = on);
