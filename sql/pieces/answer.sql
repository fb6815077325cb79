-- answer: what a read answers of `version` (columns: id, null: there is no such thing; etag; body). A body that the caller has already is not made.
select case when answer.id is null then 'unknown'
            when answer.known      then 'not-modified'
            else 'ok' end as outcome,
       answer.etag,
       case when answer.id is not null and not answer.known then answer.body end as body
  from (select version.*, {request.etags}::text is not null and version.etag = any (string_to_array({request.etags}, ',')) as known from version) answer
