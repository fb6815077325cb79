-- ctl_request_show: a request and its whole history, oldest first: transitions, notes, acts, events,
-- attempts and pending deliveries. The first part returns the history, the last one the request.
-- binds: arg.token
-- with: audit_shown, history
select stamp(at) as at, what, who, detail from history order by history.at, turn, detail
-- then
-- with: audit_shown, history
select case when r.id is null then 'token: there is no request ' || $1 end as refusal,
       r.token, r.status, r.priority, r.summary, r.submit_company_name || coalesce(', case ' || r.submitter_case_number, '') as submitter,
       r.submitted_by ->> 'username' as submitted_by,
       r.receive_company_name || coalesce(' – ' || d.name, '') || coalesce(', case ' || r.receiver_case_number, '') as receiver,
       r.document || ' ' || r.document_name as form, case when r.test_case then 'yes' end as test, stamp(r.created_at) as created, stamp(r.updated_at) as updated,
       stamp(r.respond_by) || case when r.responded then ' (answered)' when r.reminder_sent then ' (reminder sent)' else '' end as respond_by,
       json_build_object('token', r.token, 'status', r.status, 'priority', r.priority, 'summary', r.summary, 'submitCompanyId', r.submit_company,
                         'submitCompanyName', r.submit_company_name, 'submitterCaseNumber', r.submitter_case_number, 'submittedBy', r.submitted_by ->> 'username',
                         'receiveCompanyId', r.receive_company, 'receiveCompanyName', r.receive_company_name, 'receiveDepartment', d.name,
                         'receiverCaseNumber', r.receiver_case_number, 'documentId', r.document, 'documentName', r.document_name, 'testCase', r.test_case,
                         'createdAt', stamp(r.created_at), 'updatedAt', stamp(r.updated_at), 'respondBy', stamp(r.respond_by), 'responded', r.responded,
                         'reminderSent', r.reminder_sent,
                         'history', (select coalesce(json_agg(json order by history.at, turn, detail), '[]') from history)) as json
  from (select) one left join request r on r.token = $1 left join department d on d.id = r.receive_department
