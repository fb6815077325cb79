-- retention_compare: whether CollabRetention (days, 0: for ever) asks for more deletion than the owner has stated.
-- binds: arg.attempts, arg.audit, arg.requests
-- shorter: a text for the alarm; null: it does not.
with stated_time as (
    select x.* from retention r, lateral (values ('attempts', r.attempts, $1::int), ('audit', r.audit, $2::int), ('requests', r.requests, $3::int)) x (what, kept, wanted)
)
select 'CollabRetention says ' || string_agg(format('%s=%s', what, wanted), ' ' order by what) || ', but the database keeps '
       || string_agg(format('%s %s', what, coalesce('for ' || kept || ' days', 'for ever')), ', ' order by what) || ': collabctl retention set '
       || string_agg(format('--%s %s', what, wanted), ' ' order by what) as shorter
  from stated_time where wanted > 0 and (kept is null or wanted < kept)
