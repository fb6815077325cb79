-- ctl_note_remove: sets a note's status to REMOVED, which frees its share of the request's limit. Pollers see the new updatedAt of the
-- note and of its request. A note that is removed already stays unchanged.
-- binds: arg.token
-- Locks the request's row first, in the order in which operations lock rows.
select request.id from request join note on note.request = request.id where note.token = $1 for no key update of request
-- then
with named_note as (select id, status from note where token = $1),
removed_note as (
    update note set status = 'REMOVED', updated_at = clock_timestamp() from named_note
     where note.id = named_note.id and named_note.status <> 'REMOVED' returning note.request, note.company, note.size
), changed_request as (         -- a SYSTEM note belongs to no company, so it never counted against a limit
    update request
       set updated_at = clock_timestamp(),
           submitter_notes = submitter_notes - case when company = submit_company then 1 else 0 end,
           receiver_notes = receiver_notes - case when company = receive_company then 1 else 0 end,
           submitter_size = submitter_size - case when company = submit_company then size else 0 end,
           receiver_size = receiver_size - case when company = receive_company then size else 0 end
      from removed_note where request.id = removed_note.request
)
select case when not exists (select from named_note) then 'token: there is no note ' || $1 end as refusal,
       case when (select status from named_note) = 'REMOVED' then 'nothing to do: note ' || $1 || ' is removed already' end as said;
