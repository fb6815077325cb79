-- answer: the outcome, entity tag and body of a read. `version` has the columns id (null: nothing exists), etag and body. Does not
-- build a body that the caller already has.
select case when answer.id is null then 'unknown'
            when answer.known      then 'not-modified'
            else 'ok' end as outcome,
       answer.etag, case when answer.id is not null and not answer.known then answer.body end as body
  from (select version.*, {request.if_none_match}::text is not null and version.etag = any (string_to_array({request.if_none_match}, ',')) as known from version) answer
