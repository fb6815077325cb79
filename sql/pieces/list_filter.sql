-- list_filter: which of the caller's requests a list shows, and how. PENDINGACTION: those that wait for the caller's company. The pages
-- of V1 ignore the dates. `words`: each word of the query as a pattern of `list_candidates`; null: no query.
list_filter as (
    select caller.company, {query.type} as type, {query.status} as status, {query.internalCaseNumber}::text as case_number,
           {query.priority?}::text as priority, {query.partnerCompanyId?}::bigint as partner, {query.fields?}::text is not null as summary,
           coalesce(case when {query.paginated?}::text = 'true' then null else {query.createdAfter}::timestamptz end, '-infinity') as created_after,
           coalesce(case when {query.paginated?}::text = 'true' then null else {query.updatedAfter}::timestamptz end, '-infinity') as updated_after,
           case when {query.query?}::text is not null then
               array(select '% ' || word || '%' from regexp_split_to_table(lower(unaccent({query.query?}::text)), '[^[:alnum:]]+') word where word <> '')
           end as words
      from caller
)
