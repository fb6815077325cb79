-- ctl_retention_show: the times for which rows are kept at least.
select coalesce(attempts || ' days', 'for ever') as attempts, coalesce(audit || ' days', 'for ever') as audit, coalesce(requests || ' days', 'for ever') as requests,
       json_build_object('attempts', attempts, 'audit', audit, 'requests', requests) as json
  from retention
