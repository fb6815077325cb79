-- form_document: the form with this document id.
-- binds: path.documentId
-- outcomes: ok, not-modified, unauthenticated, no-interaction
-- with: caller
, requested_form as (select $1::bigint as id),
-- piece: form
