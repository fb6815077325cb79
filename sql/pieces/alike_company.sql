-- alike_company: another company than {arg.company} (null: a new one) whose name differs from {arg.name} in case and spaces at
-- most, and the refusal that names it; none with {arg.yes}.
alike_company as (
    select 'name: partners could confuse it with company ' || id || ', "' || name || '" (' || domain || '); --yes takes it nevertheless' as refusal
      from company
     where lower(regexp_replace(name, '\s', '', 'g')) = lower(regexp_replace({arg.name}, '\s', '', 'g')) and {arg.yes}::text is null
       and id::text is distinct from {arg.company} and domain is distinct from lower({arg.company})
     order by id limit 1
)
