-- record: the full record of each row of `shown` (columns of request, and with_removed) as `caller` sees it: one JSON text each.
record as (
    select shown.id, shown.created_at,
           shown.rendered
           || case when shown.submit_company = caller.company then ',"direction":"OUTBOUND"' else ',"direction":"INBOUND"' end
           || ',"status":"' || shown.status
           || '","updatedAt":"' || stamp(shown.updated_at)
           || '","responded":' || shown.responded::text
           || ',"feedbackRequested":' || shown.feedback_requested::text
           || ',"reminderSent":' || shown.reminder_sent::text
           || ',"caseNotes":[' || coalesce((select string_agg(note.rendered, ',' order by note.id) from note
                                             where note.request = shown.id and (shown.with_removed or note.status <> 'REMOVED')), '')
           || '],"caseResponses":[' || coalesce((select string_agg(response.rendered, ',' order by response.id) from response
                                                  where response.request = shown.id), '')
           || ']'
           || case when shown.submit_company = caller.company then ',"internalNotes":' || shown.internal_notes::text else '' end
           || '}' as body
      from shown, caller
)
