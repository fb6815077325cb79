-- response_get: one response of a request.
-- binds: path.responseId
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, request_or_null
, version as (
    select response.id, concat(response.id, '-', md5(response.rendered)) as etag, response.rendered as body
      from request_or_null left join response on response.id = $1::bigint and response.request = request_or_null.id
)
-- piece: answer
