-- form_company: the form of a company: its own oldest document.
-- binds: path.companyId
-- outcomes: ok, not-modified, unauthenticated, unknown, no-interaction
-- with: caller
, named as (select $1::bigint as id), requested_form as (select min(d.id) as id from document d where d.company = $1::bigint and d.department is null and d.active),
-- piece: form
