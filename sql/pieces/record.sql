-- record: `visible_request` with the record's JSON text in `body`. If `brief` is true, `body` has the short form for `fields=summary`.
-- visible_request has the columns of request, caller_company (the reader's company), with_removed and brief. A statement that
-- reads `record` once gets one flat join, and builds only the bodies and entity tags that it reads. Where `brief` is the constant false, the planner
-- removes the conditions on it.
-- One concat joins all parts, and arrays collect the notes and responses, because each further operator adds to the start-up time of
-- the statement.
record as (
    select visible_request.*, request_tag(visible_request.id, visible_request.updated_at, visible_request.submit_company = visible_request.caller_company) as etag,
           concat(case when visible_request.brief then request_brief(visible_request.rendered, visible_request.description, visible_request.custom_fields)
                       else visible_request.rendered end,
                  case when visible_request.submit_company = visible_request.caller_company then ',"direction":"OUTBOUND"' else ',"direction":"INBOUND"' end,
                  ',"status":"', visible_request.status, '","updatedAt":"', stamp(visible_request.updated_at),
                  '","responded":', visible_request.responded::text,
                  ',"feedbackRequested":', visible_request.feedback_requested::text,
                  ',"reminderSent":', visible_request.reminder_sent::text,
                  case when not visible_request.brief then ',"caseNotes":[' end,
                  case when not visible_request.brief then
                      array_to_string(array(select note.rendered from note
                                             where note.request = visible_request.id and (visible_request.with_removed or note.status <> 'REMOVED')
                                             order by note.id), ',') end,
                  case when not visible_request.brief then '],"caseResponses":[' end,
                  case when not visible_request.brief then
                      array_to_string(array(select response.rendered from response where response.request = visible_request.id order by response.id), ',') end,
                  case when visible_request.brief then '}'
                       when visible_request.submit_company = visible_request.caller_company then '],"internalNotes":' || visible_request.internal_notes::text || '}'
                       else ']}' end)
           as body
      from visible_request
)
