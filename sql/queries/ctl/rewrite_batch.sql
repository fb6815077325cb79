-- ctl_rewrite_batch: renders the next arg.requests requests again, with their notes and responses. done: the number of requests; 0: none is left.
-- It waits for another session's row for half a second at most, because others wait for the rows that it holds (batches.c).
-- binds: arg.requests
select set_config('lock_timeout', '500ms', true)
-- then
with progress as (select after from rewrite for update),
batch as (           -- locks the request's row first, in the order in which operations lock rows
    select id from request where id > (select after from progress) order by id limit $1::int for no key update
), rewritten_note as (          -- the added microsecond changes the entity tag, but not updatedAt, which is in seconds
    update note set summary = summary, updated_at = updated_at + interval '1 microsecond' where request = any (array(select id from batch))
), rewritten_response as (      -- any update renders the row
    update response set type = type where request = any (array(select id from batch))
), rewritten_request as (
    update request set summary = summary, updated_at = updated_at + interval '1 microsecond' where id = any (array(select id from batch))
), advanced as (update rewrite set after = (select max(id) from batch) where exists (select from batch)),
finished as (delete from rewrite where not exists (select from batch))
select count(*) as done from batch
