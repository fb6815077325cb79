-- form_document: the form with this document id.
-- binds: path.documentId
-- outcomes: ok, not-modified, unauthenticated, unknown, no-interaction
-- with: caller
, named as (select $1::bigint as id), requested_form as (select id from named),
-- piece: form
