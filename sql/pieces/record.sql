-- record: `shown` (columns of request; caller_company: for whom; with_removed) and, in `body`, the full record as JSON text. A
-- statement that reads `record` once gets one flat join, and no body is built that is not read.
-- The children are joined as arrays, and everything by one concat: each operator costs at every start of the statement.
record as (
    select shown.*,
           concat(shown.rendered,
                  case when shown.submit_company = shown.caller_company then ',"direction":"OUTBOUND"' else ',"direction":"INBOUND"' end,
                  ',"status":"', shown.status,
                  '","updatedAt":"', stamp(shown.updated_at),
                  '","responded":', shown.responded::text,
                  ',"feedbackRequested":', shown.feedback_requested::text,
                  ',"reminderSent":', shown.reminder_sent::text,
                  ',"caseNotes":[',
                  array_to_string(array(select note.rendered from note
                                         where note.request = shown.id and (shown.with_removed or note.status <> 'REMOVED')
                                         order by note.id), ','),
                  '],"caseResponses":[',
                  array_to_string(array(select response.rendered from response where response.request = shown.id order by response.id), ','),
                  case when shown.submit_company = shown.caller_company then '],"internalNotes":' || shown.internal_notes::text || '}' else ']}' end)
           as body
      from shown
)
