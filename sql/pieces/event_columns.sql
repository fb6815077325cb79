-- event_columns: the columns of an event `e` that a delivery's body needs, named like the members of collab_event_t
-- (mod_collab/event/event.h).
e.uid, e.type, e.request_token, e.note_token, e.response, e.request_id, e.traceparent,
to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
