-- ctl_note_remove: sets a note's status REMOVED; pollers see it by updatedAt of the note and of its request. A removed note stays as it is.
-- binds: arg.token
with named_note as (select id, request, status from note where token = $1),
changed_request as (    -- the request's row first, as every operation locks it
    update request set updated_at = clock_timestamp() from named_note where request.id = named_note.request and named_note.status <> 'REMOVED' returning request.id
), removed_note as (
    update note set status = 'REMOVED', updated_at = clock_timestamp() from changed_request where note.token = $1 and note.request = changed_request.id
)
select case when not exists (select from named_note) then 'token: there is no note ' || $1 end as refusal,
       case when (select status from named_note) = 'REMOVED' then 'nothing to do: note ' || $1 || ' is removed already' end as said;
