-- me: the caller and the caller's company.
-- outcomes: ok, unauthenticated
-- with: caller
select 'ok' as outcome,
       '{"company":' || (select row_to_json(x)::text from (select company.id, company.name, company.description, company.domain) x)
       || ',"user":' || caller.rendered || '}' as body
  from caller join company on company.id = caller.company
union all
select 'unauthenticated', null where not exists (select from caller)
