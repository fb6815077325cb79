-- list_filter: the filter of a list of the caller's requests. Status PENDINGACTION selects requests that wait for the caller's
-- company. Paginated lists ignore the dates. `words`: the words of {query.query} as patterns, '% word%'; null: none.
list_filter as (
    select caller.company, {query.type} as type, {query.status} as status, {query.internalCaseNumber}::text as case_number,
           {query.priority?}::text as priority, {query.partnerCompanyId?}::bigint as partner, {query.fields?}::text is not null as summary,
           coalesce(case when {query.paginated?}::text = 'true' then null else {query.createdAfter}::timestamptz end, '-infinity') as created_after,
           coalesce(case when {query.paginated?}::text = 'true' then null else {query.updatedAfter}::timestamptz end, '-infinity') as updated_after,
           string_to_array('% ' || regexp_replace(lower(unaccent({query.query?}::text)), '[^[:alnum:]]+', '%,% ', 'g') || '%', ',') as words
      from caller
)
