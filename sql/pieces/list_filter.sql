-- list_filter: the filter of a list of the caller's requests. Status PENDINGACTION selects requests that wait for the caller's
-- company. Paginated lists ignore the dates. `words`: the ten longest words of {query.query} as patterns, '% word%', or a pattern
-- that no text matches if it has none; null: no query. `more`: its other words, as the beginnings of words; null: none.
list_filter as (
    select caller.company, {query.type} as type, {query.status} as status, {query.internalCaseNumber}::text as case_number,
           {query.priority?}::text as priority, {query.partnerCompanyId?}::bigint as partner, {query.fields?}::text is not null as summary,
           coalesce(case when {query.paginated?}::text = 'true' then null else {query.createdAfter}::timestamptz end, '-infinity') as created_after,
           coalesce(case when {query.paginated?}::text = 'true' then null else {query.updatedAfter}::timestamptz end, '-infinity') as updated_after,
           typed.words, typed.more
      from caller, (
        select coalesce(array_agg('% ' || word || '%' order by place) filter (where place <= 10), case when {query.query?}::text is not null then array[''] end) as words,
               (string_agg(quote_literal(word) || ':*', ' & ') filter (where place > 10))::tsquery as more
          from (select word, row_number() over (order by length(word) desc, word) as place
                  from (select distinct word from regexp_split_to_table(lower(unaccent({query.query?}::text)), '[^[:alnum:]]+') word where word <> '') w) w) typed
)
