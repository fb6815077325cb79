-- record: the full record of each row of `shown` (columns of request, and with_removed) as `caller` sees it: one JSON text each.
-- The short pieces are joined by ||, the long ones by one concat, the children by arrays: a quarter off the hottest read.
record as (
    select shown.id, shown.created_at,
           concat(shown.rendered,
                  case when shown.submit_company = caller.company then ',"direction":"OUTBOUND"' else ',"direction":"INBOUND"' end
                  || ',"status":"' || shown.status
                  || '","updatedAt":"' || stamp(shown.updated_at)
                  || '","responded":' || shown.responded::text
                  || ',"feedbackRequested":' || shown.feedback_requested::text
                  || ',"reminderSent":' || shown.reminder_sent::text
                  || ',"caseNotes":[',
                  array_to_string(array(select note.rendered from note
                                         where note.request = shown.id and (shown.with_removed or note.status <> 'REMOVED')
                                         order by note.id), ','),
                  '],"caseResponses":[',
                  array_to_string(array(select response.rendered from response where response.request = shown.id order by response.id), ','),
                  case when shown.submit_company = caller.company then '],"internalNotes":' || shown.internal_notes::text || '}' else ']}' end)
           as body
      from shown, caller
)
