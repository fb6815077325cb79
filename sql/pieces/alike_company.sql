-- alike_company: the refusal that names a company other than {arg.company} (null: a new one) whose name is {arg.name} but for case
-- and spaces. No row with {arg.yes}.
alike_company as (
    select 'name: partners could confuse it with company ' || id || ', "' || name || '" (' || domain || '); use --yes to accept it' as refusal
      from company
     where lower(regexp_replace(name, '\s', '', 'g')) = lower(regexp_replace({arg.name}, '\s', '', 'g')) and {arg.yes}::text is null
       and id::text is distinct from {arg.company} and domain is distinct from lower({arg.company})
     order by id limit 1
)
