-- ctl_note_remove: sets a note's status REMOVED; pollers see it by updatedAt of the note and of its request. A removed note stays as it is.
-- binds: arg.token
-- refuses
with known as (
    select id, request, status from note where token = $1
), touched as (         -- the request's row first, as every operation locks it
    update request set updated_at = clock_timestamp() from known where request.id = known.request and known.status <> 'REMOVED' returning request.id
), removed as (
    update note set status = 'REMOVED', updated_at = clock_timestamp() from touched where note.token = $1 and note.request = touched.id
)
select case when not exists (select from known) then 'token: there is no note ' || $1 end as refusal,
       case when (select status from known) = 'REMOVED' then 'nothing to do: note ' || $1 || ' is removed already' end as said;
