-- plain: a record in plain SQL, by token: row_to_json over a request's columns, its notes and its responses, without a check of the caller
-- and without text rendered in advance. For pgbench: -D n=<requests>
\set i random(1, :n)
\set token 1000000000000000 + :i
select row_to_json(found)
  from (select id, submit_company_name as "submitCompanyName", submit_company as "submitCompanyId", submitter_case_number as "submitterCaseNumber",
               receive_company_name as "receiveCompanyName", receive_company as "receiveCompanyId", receiver_case_number as "receiverCaseNumber",
               summary, description, priority, status, token, created_at as "createdAt", updated_at as "updatedAt", deleted_at as "deletedAt",
               responded, respond_by as "respondBy", feedback_requested as "feedbackRequested", reminder_sent as "reminderSent",
               priority_note as "priorityNote", escalation_instructions as "escalationInstructions", document as "contactDocumentId",
               document_name as "contactDocumentName", test_case as "testCase", custom_fields as "customFields", submitted_by as "submittedBy",
               submitter_contact as "submitterContactDetails", receiver_contact as "receiverContactDetails", internal_notes as "internalNotes",
               (select json_agg(row_to_json(note_of) order by note_of.id)
                  from (select id, request as "caseId", company_name as "companyName", creator_username as "creatorUsername",
                               creator_email as "creatorEmail", creator_name as "creatorName", summary, description, priority, status, token,
                               created_at as "createdAt", updated_at as "updatedAt"
                          from note where note.request = request.id and status <> 'REMOVED') note_of) as "caseNotes",
               (select json_agg(row_to_json(response_of) order by response_of.id)
                  from (select id, type, case_number as "caseNumber", engineer_name as "engineerName", engineer_phone as "engineerPhone",
                               engineer_email as "engineerEmail", next_steps as "nextSteps", created_at as "createdAt"
                          from response where response.request = request.id) response_of) as "caseResponses"
          from request where token = :token) found;
