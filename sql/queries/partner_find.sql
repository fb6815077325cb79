-- partner_find: companies and departments with a name like the term, best first: exact, prefix, word, substring, close spelling.
-- Punctuation is literal; every word of the term must match, in the company's name, the department's, or both.
-- binds: path.searchTerm
-- outcomes: ok, unauthenticated
-- with: caller, partner
, term as (
    select lower($1) as whole, array(select w from regexp_split_to_table(lower($1), '\s+') w where w <> '') as words
), candidate as (
    select p.id as company, null::bigint as department, p.name as company_name, null::text as department_name, p.tags,
           lower(p.name) as hay, p.name as label
      from partner p
    union all
    select p.id, d.id, p.name, d.name, d.tags, lower(p.name || ' ' || d.name), p.name || ' – ' || d.name
      from partner p join department d on d.company = p.id and d.active
), ranked as (
    select candidate.*,
           case when hay = whole or lower(label) = whole or lower(department_name) = whole then 1
                when starts_with(hay, whole) or starts_with(lower(department_name), whole) then 2
                when (select bool_and(position(' ' || w in ' ' || hay) > 0) from unnest(words) w) then 3
                when (select bool_and(position(w in hay) > 0) from unnest(words) w) then 4
                when (select bool_and(position(w in hay) > 0 or length(w) >= 4 and strict_word_similarity(w, hay) >= 0.45) from unnest(words) w) then 5
           end as rank,
           similarity(whole, hay) as likeness
      from candidate, term
     where words <> '{}'
), listed as (
    select ranked.*, (select d.id from document d where d.company = ranked.company and d.active
                         and (d.department = ranked.department or d.department is null)
                       order by d.department is not distinct from ranked.department desc, d.id limit 1) as document
      from ranked where rank is not null
)
select case when exists (select from caller) then 'ok' else 'unauthenticated' end as outcome,
       '[' || coalesce(string_agg(row, ',' order by rank, department is not null, likeness desc, label, company, department), '') || ']' as body
  from (select rank, likeness, label, company, department,
               (select row_to_json(x)::text from (
                    select label as "label", company_name as "companyName", department_name as "departmentName", company as "companyId",
                           department as "departmentId", document as "documentId",
                           array(select row_to_json(y) from (select t as "tag" from unnest(tags) t) y) as "tags") x) as row
          from listed where document is not null
         order by rank, department is not null, likeness desc, label, company, department limit 200) best
