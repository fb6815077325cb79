-- ctl_audit_before: keeps, for ctl_audit_record, what a command is about as it was before.
-- with: audit_subject
select set_config('collab.audit_subject', value::text, false) from subject
