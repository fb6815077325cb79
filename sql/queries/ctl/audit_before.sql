-- ctl_audit_before: stores the state of a command's subject before the command, for ctl_audit_record.
select set_config('collab.audit_subject', '', false)           -- forgets that of an earlier command of this session
-- then
-- with: audit_subject
select set_config('collab.audit_subject', value::text, false) from subject
