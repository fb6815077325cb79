-- The operator may reopen a request (collabctl request reopen). Nodes of 0.1.0 neither read nor write the column: what they do with a
-- reopened request depends on its status alone.
lock table request in access exclusive mode;
alter table request add column reopened_after bigint;   -- the newest response when the request was last reopened from REJECTED, so that response
                                                        -- and those before it decide nothing any more; null: never
