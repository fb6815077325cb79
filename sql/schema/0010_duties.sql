-- What the dispatcher looks for of its own accord. Neither index holds updated_at: notes move it, and would cost an index entry each.

create index request_unanswered on request (respond_by) where status = 'OPEN' and not responded and not reminder_sent;
create index request_not_closed on request (id) where status <> 'CLOSED';
