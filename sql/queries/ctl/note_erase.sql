-- ctl_note_erase: clears a note's text and removes the note. Stored responses that may contain the text are dropped; their idempotency
-- keys stay in use.
-- binds: arg.token
-- Locks the request's row first, in the order in which operations lock rows.
select request.id from request join note on note.request = request.id where note.token = $1 for no key update of request
-- then
with named_note as (select note.*, length(concat(summary, description)) as characters from note where token = $1),
erased_note as (
    update note set summary = '', description = '', status = 'REMOVED', size = 0, updated_at = clock_timestamp()
      from named_note where note.id = named_note.id and (named_note.characters > 0 or named_note.status <> 'REMOVED')
    returning note.request, note.company, case when named_note.status = 'REMOVED' then 0 else named_note.size end as size,
              case when named_note.status = 'REMOVED' then 0 else 1 end as room
), changed_request as (         -- a SYSTEM note belongs to no company, so it never counted against a limit
    update request
       set updated_at = clock_timestamp(),
           submitter_notes = submitter_notes - case when company = submit_company then room else 0 end,
           receiver_notes = receiver_notes - case when company = receive_company then room else 0 end,
           submitter_size = submitter_size - case when company = submit_company then size else 0 end,
           receiver_size = receiver_size - case when company = receive_company then size else 0 end
      from erased_note where request.id = erased_note.request returning submit_company, receive_company
), changed_response as (
    update idempotency i set outcome = 'erased', answer = null
      from account a, changed_request r where a.id = i.account and a.company in (r.submit_company, r.receive_company)
)
select case when not exists (select from named_note) then 'token: there is no note ' || $1 end as refusal,
       case when not exists (select from erased_note) then 'nothing to do: note ' || $1 || ' is erased already'
            else 'note ' || $1 || ' is erased: ' || (select characters from named_note) || ' characters' end as said
